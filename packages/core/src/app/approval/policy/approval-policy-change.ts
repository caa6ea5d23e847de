import * as t from 'io-ts';
import { withPolicySeal } from '../../authority/sealed-policies.js';
import type { JournalEntry } from '../../../model/journal/entry/entry.js';
import { E } from '../../../kernel/fp.js';
import { approvalOf, waitsAlways } from '../../settings/change-kind.js';
import type { Corporate } from '../../../model/tenancy/corporate.js';
import { ApprovalMatrix } from '../../../model/approval/matrix/matrix.js';
import { ApprovalPolicyOutdated } from './approval-policy-errors.js';
import { draftFaults } from './approval-policy.js';
import { POLICY_SUBJECT, versionEntries } from '../../authority/policy-version.js';

/** The policy, and the version that it was proposed to replace: 0 where none was recorded. */
const ProposedPolicy = t.strict({ approvalMatrix: ApprovalMatrix, replacesVersion: t.number });

/**
 * Another approval policy. The second person approves it against the version that it was proposed to replace: two
 * proposals beside each other never undo one another unseen.
 */
export const putApprovalPolicyChange = waitsAlways<
  t.TypeOf<typeof ProposedPolicy>,
  ApprovalPolicyOutdated,
  { readonly corporate: Corporate; readonly last: JournalEntry | undefined }
>({
  name: 'put_approval_policy',
  needsFactor: 'as_approvals',
  permissions: ['settings.edit'],
  payload: ProposedPolicy,
  details: ({ approvalMatrix, replacesVersion }) => ({
    approvalMatrix: ApprovalMatrix.encode(approvalMatrix),
    replacesVersion,
  }),
  check: async (stores, tenant, { approvalMatrix, replacesVersion }) => {
    const corporate = await stores.tenancy.corporate(tenant);
    if (
      corporate === undefined ||
      (corporate.approvalPolicyVersion ?? 0) !== replacesVersion ||
      (await draftFaults(stores, tenant, { approvalMatrix })).length > 0
    )
      return E.left(ApprovalPolicyOutdated());
    return E.right({ corporate, last: await stores.journal.last(tenant, POLICY_SUBJECT) });
  },
  make: (tenant, { approvalMatrix }, making, { corporate, last }) => {
    if (making.sealing === undefined)
      throw new Error('a policy comes into force with the authority key at hand only');
    const entries = versionEntries(
      tenant,
      { last, inForce: corporate.approvalMatrix },
      { approvalMatrix, author: making.by, at: making.at, approval: approvalOf(making) },
    );
    const approvalPolicyVersion = entries.at(-1)?.sequence ?? 1;
    const next = { ...corporate, approvalMatrix, approvalPolicyVersion };
    const sealed = withPolicySeal(corporate, next, making.sealing, making.at);
    return { saves: [({ tenancy }) => tenancy.putCorporate(sealed)], entries };
  },
});
