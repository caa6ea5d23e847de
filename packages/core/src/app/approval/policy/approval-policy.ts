import type * as t from 'io-ts';
import { about } from '../../../kernel/codecs/documented.js';
import { describedRecord, record } from '../../../kernel/codecs/record.js';
import type { Issue } from '../../../kernel/codecs/decode.js';
import type { Tenant } from '../../../kernel/values/tenant.js';
import { Positive } from '../../../kernel/values/whole.js';
import type { Stores } from '../../../storage/storage.js';
import type { Corporate } from '../../../model/tenancy/corporate.js';
import { matrixFaults } from '../../../model/approval/matrix/check-matrix.js';
import { ApprovalMatrix } from '../../../model/approval/matrix/matrix.js';

/** An approval policy as a person drafts it. */
export const ApprovalPolicyDraft = record('ApprovalPolicyDraft', {
  approvalMatrix: ApprovalMatrix,
});
export type ApprovalPolicyDraft = t.TypeOf<typeof ApprovalPolicyDraft>;

/** The approval policy that decides about new payouts. */
export const ApprovalPolicy = describedRecord(
  'ApprovalPolicy',
  'The approval policy that decides the levels of new payouts.',
  { approvalMatrix: ApprovalMatrix },
  {
    version: about(
      Positive,
      'Absent until the first version is recorded, at the next provisioning.',
    ),
  },
);
export type ApprovalPolicy = t.TypeOf<typeof ApprovalPolicy>;

/** The policy of a corporate that is in force. */
export const approvalPolicyOf = ({
  approvalMatrix,
  approvalPolicyVersion: version,
}: Corporate): ApprovalPolicy =>
  version === undefined ? { approvalMatrix } : { approvalMatrix, version };

/** Every fault of a draft, with its pointer into the draft. */
export const draftFaults = async (
  { tenancy }: Pick<Stores, 'tenancy'>,
  tenant: Tenant,
  { approvalMatrix }: ApprovalPolicyDraft,
): Promise<ReadonlyArray<Issue>> => {
  const roles = await tenancy.roles(tenant);
  const packages = await tenancy.packages(tenant);
  const known = {
    roleCodes: new Set(
      roles
        .filter(({ permissions }) => permissions.includes('transaction.approve'))
        .map(({ roleCode }) => roleCode),
    ),
    packageCodes: new Set(packages.map(({ packageCode }) => packageCode)),
  };
  return matrixFaults(approvalMatrix, known, '/approvalMatrix');
};
