import type { Machine } from '../../kernel/values/machine.js';
import { E } from '../../kernel/fp.js';
import type { UserId } from '../../kernel/values/ids.js';
import type { Comment } from '../../kernel/values/text.js';
import type { EpochMs } from '../../kernel/values/time.js';
import type { Beneficiary, PendingBeneficiary, ReviewedBeneficiary } from './beneficiary.js';
import { NotAwaitingApproval, OwnBeneficiary } from './beneficiary-errors.js';

/** The decision of a checker on a payee. */
export interface BeneficiaryCommand {
  readonly type: 'approve' | 'reject';
  readonly by: UserId;
  readonly at: EpochMs;
  readonly comment?: Comment;
}

/**
 * pending_approval --approve--> approved
 * pending_approval --reject---> rejected
 * approved, rejected: nothing leads on (§3.1); never by the user who created it
 */
export const stepBeneficiary: Machine<
  Beneficiary,
  BeneficiaryCommand,
  NotAwaitingApproval | OwnBeneficiary,
  ReviewedBeneficiary
> = (beneficiary, command) => {
  if (beneficiary.createdBy === command.by)
    return E.left(OwnBeneficiary(beneficiary.beneficiaryId));
  if (beneficiary.state !== 'pending_approval') {
    return E.left(NotAwaitingApproval(beneficiary.beneficiaryId));
  }
  return E.right(reviewed(beneficiary, command));
};

const reviewed = (
  pending: PendingBeneficiary,
  { type, by, at, comment }: BeneficiaryCommand,
): ReviewedBeneficiary => ({
  ...pending,
  state: type === 'approve' ? 'approved' : 'rejected',
  revision: pending.revision + 1,
  authorizedBy: by,
  authorizedAt: Math.max(at, pending.createdAt),
  ...(comment !== undefined && { comment }),
});
