import type * as t from 'io-ts';
import type { ActorNotFound, SettingsDenied } from '../../access/access-errors.js';
import { corporateOf, settingsChanger } from '../../access/rights/settings-person.js';
import { InvalidInput } from '../../kernel/codecs/decode.js';
import { record } from '../../kernel/codecs/record.js';
import { E } from '../../kernel/fp.js';
import { token } from '../../kernel/token.js';
import { useCase, type UseCase } from '../../kernel/use-case/use-case.js';
import { UserId } from '../../kernel/values/ids.js';
import type { Clock } from '../../ports/clock.js';
import type { Entropy } from '../../ports/entropy.js';
import type { TooManySettingsChanges } from '../../settings/change/settings-change-errors.js';
import { awaits, type AwaitsApproval } from '../../settings/change/settings-change-view.js';
import type { MailAdministrators } from '../../settings/mail-administrators.js';
import { propose, settingsChangeId } from '../../settings/make-or-propose.js';
import { atomicallyNoted } from '../../settings/settings-notice.js';
import type { Storage } from '../../storage/storage.js';
import { putApprovalPolicyChange } from './approval-policy-change.js';
import {
  ApprovalPolicyDraft,
  approvalPolicyOf,
  draftFaults,
  type ApprovalPolicy,
} from './approval-policy.js';
import { isSamePolicy } from '../../authority/policy-version.js';

/** The acting user, and the policy that they want. */
const PutApprovalPolicyInput = record(
  'PutApprovalPolicyInput',
  { actorUserId: UserId, ...ApprovalPolicyDraft.required },
  {},
);
type PutApprovalPolicyInput = t.TypeOf<typeof PutApprovalPolicyInput>;

export type PutApprovalPolicyError = ActorNotFound | SettingsDenied | TooManySettingsChanges;

/** The policy in force, and the change that waits; none where the policy is in force already. */
export type PutApprovalPolicyAnswer = ApprovalPolicy & AwaitsApproval;

/**
 * Proposes an approval policy, for people who may edit settings. It always waits for a second person, whatever else the
 * corporate asks one for, and then decides about payouts that intake accepts from there on. A draft that names an unknown
 * role or package, or leaves an amount without a rule, is refused with a pointer to each fault.
 */
export type PutApprovalPolicy = UseCase<
  PutApprovalPolicyInput,
  PutApprovalPolicyError,
  PutApprovalPolicyAnswer
>;
export const PutApprovalPolicy = token<PutApprovalPolicy>('PutApprovalPolicy');

export const makePutApprovalPolicy = (
  storage: Storage,
  clock: Clock,
  entropy: Entropy,
  mailAdministrators: MailAdministrators,
): PutApprovalPolicy =>
  useCase(PutApprovalPolicyInput, (tenant, { actorUserId, approvalMatrix }) => {
    const proposal = {
      by: actorUserId,
      at: clock.now(),
      changeId: settingsChangeId(clock, entropy),
    };
    return atomicallyNoted<PutApprovalPolicyError | InvalidInput, PutApprovalPolicyAnswer>(
      storage,
      mailAdministrators,
      async (stores, note) => {
        const actor = await settingsChanger(stores, tenant, actorUserId, ['settings.edit']);
        if (E.isLeft(actor)) return actor;
        const corporate = await corporateOf(stores, tenant);
        const inForce = approvalPolicyOf(corporate);
        if (isSamePolicy(inForce.approvalMatrix, approvalMatrix)) return E.right(inForce);
        const faults = await draftFaults(stores, tenant, { approvalMatrix });
        if (faults.length > 0) return E.left(InvalidInput(faults));
        const waiting = await propose(
          stores,
          corporate,
          putApprovalPolicyChange,
          { approvalMatrix, replacesVersion: inForce.version ?? 0 },
          { ...proposal, note },
        );
        return E.isLeft(waiting) ? waiting : E.right({ ...inForce, ...awaits(waiting.right) });
      },
    );
  });
