import { E } from '../../kernel/fp.js';
import type { UserId } from '../../kernel/values/ids.js';
import type { Comment } from '../../kernel/values/text.js';
import type { EpochMs } from '../../kernel/values/time.js';
import type { Beneficiary, PendingBeneficiary, ReviewedBeneficiary } from './beneficiary.js';
import { NotAwaitingApproval, OwnBeneficiary } from './beneficiary-errors.js';

export interface ReviewCommand {
  readonly action: 'approve' | 'reject';
  readonly by: UserId;
  readonly at: EpochMs;
  readonly comment?: Comment;
}

/**
 * pending_approval --approve--> approved
 * pending_approval --reject---> rejected
 * approved, rejected: nothing leads on (§3.1); never by the user who created it
 */
export const review = (
  beneficiary: Beneficiary,
  command: ReviewCommand,
): E.Either<NotAwaitingApproval | OwnBeneficiary, ReviewedBeneficiary> => {
  if (beneficiary.createdBy === command.by)
    return E.left(OwnBeneficiary(beneficiary.beneficiaryId));
  if (beneficiary.state !== 'pending_approval') {
    return E.left(NotAwaitingApproval(beneficiary.beneficiaryId));
  }
  return E.right(reviewed(beneficiary, command));
};

const reviewed = (
  pending: PendingBeneficiary,
  { action, by, at, comment }: ReviewCommand,
): ReviewedBeneficiary => ({
  ...pending,
  state: action === 'approve' ? 'approved' : 'rejected',
  revision: pending.revision + 1,
  authorizedBy: by,
  authorizedAt: Math.max(at, pending.createdAt),
  ...(comment !== undefined && { comment }),
});
