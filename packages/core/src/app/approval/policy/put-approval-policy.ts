import type * as t from 'io-ts';
import type { ActorNotFound, SettingsDenied } from '../../../model/access/access-errors.js';
import { SecondFactorNeeded } from '../../../model/factor/held/factor-errors.js';
import { InvalidInput } from '../../../kernel/codecs/decode.js';
import { record } from '../../../kernel/codecs/record.js';
import { E } from '../../../kernel/fp.js';
import { token } from '../../../kernel/token.js';
import type { UseCase } from '../../../kernel/use-case/use-case.js';
import { UserId } from '../../../kernel/values/ids.js';
import { GivenKind } from '../../../model/portal/session/given-factor.js';
import type { TooManySettingsChanges } from '../../../model/settings/change/settings-change-errors.js';
import type { AwaitsApproval } from '../../../model/settings/change/settings-change-view.js';
import { proposal } from '../../settings/proposal.js';
import { fulfils } from '../../../model/tenancy/second-factor.js';
import { putApprovalPolicyChange } from './approval-policy-change.js';
import {
  ApprovalPolicyDraft,
  approvalPolicyOf,
  draftFaults,
  type ApprovalPolicy,
} from './approval-policy.js';
import { isSamePolicy } from '../../authority/policy-version.js';
import { AuthorityKey } from '../../authority/authority-key.js';
import { PolicyMarks, sealingFor } from '../../authority/policy-marks.js';
import { ruleOfPolicy } from '../../authority/sealed-policies.js';

/**
 * The acting user, and the policy that they want. `givenFactor`: which second factor they gave to the host within the last
 * five minutes; none, unless it is said.
 */
const PutApprovalPolicyInput = record(
  'PutApprovalPolicyInput',
  { actorUserId: UserId, ...ApprovalPolicyDraft.required },
  { givenFactor: GivenKind },
);
type PutApprovalPolicyInput = t.TypeOf<typeof PutApprovalPolicyInput>;

type PutApprovalPolicyError =
  | ActorNotFound
  | SettingsDenied
  | SecondFactorNeeded
  | TooManySettingsChanges;

/** The policy in force, and the change that waits; none where the policy is in force already. */
export type PutApprovalPolicyAnswer = ApprovalPolicy & AwaitsApproval;

/**
 * Proposes an approval policy, for people who may edit settings. It always waits for a second person, whatever else the
 * corporate asks one for, and then decides about payouts that intake accepts from there on. A draft that names an unknown
 * role or package, or leaves an amount without a rule, is refused with a pointer to each fault. Where the corporate asks
 * for a second factor at approvals, who proposes has to have given such a one, and a passkey where the stored policies are
 * not proven: mailboxes alone soften no policy.
 */
export type PutApprovalPolicy = UseCase<
  PutApprovalPolicyInput,
  PutApprovalPolicyError,
  PutApprovalPolicyAnswer
>;
export const PutApprovalPolicy = token<PutApprovalPolicy>('PutApprovalPolicy');

export const makePutApprovalPolicy = proposal(
  PutApprovalPolicy,
  PutApprovalPolicyInput,
  { AuthorityKey, PolicyMarks },
  ({ authorityKey, policyMarks }) => ({
    kind: putApprovalPolicyChange,
    prepare: async (tenant) => E.right(await sealingFor(authorityKey, policyMarks, tenant)),
    want: async (stores, { tenant, corporate }, { approvalMatrix, givenFactor }, sealing) => {
      const inForce = approvalPolicyOf(corporate);
      const answer = () => inForce;
      if (isSamePolicy(inForce.approvalMatrix, approvalMatrix)) return E.right({ answer });
      const rule = ruleOfPolicy(corporate, sealing);
      if (rule !== 'none' && !fulfils(rule, givenFactor)) return E.left(SecondFactorNeeded(rule));
      const faults = await draftFaults(stores, tenant, { approvalMatrix });
      if (faults.length > 0) return E.left(InvalidInput(faults));
      const replacesVersion = inForce.version ?? 0;
      return E.right({ payload: { approvalMatrix, replacesVersion }, answer });
    },
  }),
);
