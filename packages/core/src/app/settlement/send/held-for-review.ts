import { cameByKeys } from '../../rights/key-makers.js';
import { hasVoted } from '../../../model/approval/matrix/payout-approval.js';
import type { TransactionId } from '../../../kernel/values/ids.js';
import type { Tenant } from '../../../kernel/values/tenant.js';
import { MINUTE } from '../../../kernel/values/time.js';
import type { AcceptedPayout } from '../../../model/payout/payout.js';
import type { StatusDetails } from '../../../kernel/values/status-details.js';
import type { Stores } from '../../../storage/storage.js';
import type { Hold } from '../../../model/tenancy/corporate.js';

export const HELD_FOR_REVIEW: StatusDetails = {
  code: 'held_for_review',
  source: 'business',
  message:
    'A user who created or approved the payout, or created its API key, is under review. The payout will be sent once a second person ends the review.',
  retryable: false,
  nextAction: 'wait',
};

/** Whether a payout says that it waits for the review of a user. The bank's review of a payout has the same code. */
export const saysUserIsReviewed = ({ progress }: AcceptedPayout): boolean =>
  progress.statusDetails?.message === HELD_FOR_REVIEW.message;

/** How soon a payout that is held is looked at again. */
export const HOLD_LOOK = 15 * MINUTE;

/**
 * Whether the user of a hold made or approved the payout before they were reinstated. While they are suspended no
 * moment counts: what they do as the suspension commits is later than it.
 */
const isTheirs = (
  { order, progress }: AcceptedPayout,
  { userId, until = Infinity }: Hold,
): boolean =>
  (order.createdBy.userId === userId && order.createdAt <= until) ||
  (progress.approval !== undefined && hasVoted(progress.approval, userId, until));

/**
 * The payouts among these that holds keep from the bank: those that their users made or approved before they were
 * reinstated, and whatever comes by a key of theirs.
 */
export const heldAmong = async (
  stores: Pick<Stores, 'access' | 'jobs' | 'journal'>,
  tenant: Tenant,
  holds: ReadonlyArray<Hold>,
  payouts: ReadonlyArray<AcceptedPayout>,
): Promise<ReadonlySet<TransactionId>> => {
  if (holds.length === 0) return new Set();
  const orders = payouts.map(({ order }) => order);
  const byKey = (await cameByKeys(stores, tenant, orders))(holds.map(({ userId }) => userId));
  return new Set(
    payouts
      .filter((payout) => holds.some((hold) => isTheirs(payout, hold)))
      .map(({ order }) => order.transactionId)
      .concat([...byKey.keys()]),
  );
};
