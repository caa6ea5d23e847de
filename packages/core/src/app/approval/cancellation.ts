import type { Changes } from '../writer/changes.js';
import { E } from '../../kernel/fp.js';
import type { EpochMs } from '../../kernel/values/time.js';
import type { Comment } from '../../kernel/values/text.js';
import type { Move } from '../../model/payout/move.js';
import type { WrongPayoutStatus } from '../../model/payout/payout-errors.js';
import { stepPayout } from '../../model/payout/payout-machine.js';
import type { AcceptedPayout, Payout, PayoutOrder } from '../../model/payout/payout.js';
import type { StatusDetails } from '../../kernel/values/status-details.js';
import type { Canceller } from './cancelled-by.js';

/** The move that cancels a payout, or why there is none: it has been sent, or has ended. */
export const cancellation = (
  payout: AcceptedPayout,
  canceller: Canceller,
  now: EpochMs,
): E.Either<WrongPayoutStatus, Move> => {
  const { order, progress } = payout;
  const details = detailsOf(canceller, order);
  const cancelled = stepPayout(progress, {
    type: 'cancel',
    details,
    at: Math.max(now, order.createdAt),
  });
  return E.isLeft(cancelled) ? cancelled : E.right({ payout, steps: [cancelled.right] });
};

/** Who cancels and when, as it is written. */
export const cancelling = (
  { name: actor, via }: Canceller,
  at: EpochMs,
  comment?: Comment,
): Pick<Changes, 'by' | 'at'> => ({
  at,
  by: {
    actor,
    ...(via !== undefined && { via }),
    ...(comment !== undefined && { changes: { comment } }),
  },
});

/** Whether its own maker cancelled the payout, once it was accepted. */
export const isCancelledByMaker = (payout: Payout): boolean =>
  payout.intake === 'accepted' && payout.progress.statusDetails?.code === BY_MAKER.code;

const detailsOf = ({ actor }: Canceller, { createdBy }: PayoutOrder): StatusDetails => ({
  ...(actor === undefined
    ? BY_OPERATOR
    : actor.user.userId === createdBy.userId
      ? BY_MAKER
      : BY_ADMINISTRATOR),
  source: 'business',
  retryable: false,
  nextAction: 'none',
});

const BY_OPERATOR = { code: 'cancelled_by_operator', message: 'The bank cancelled the payout.' };
const BY_MAKER = {
  code: 'cancelled_by_maker',
  message: 'The user who created the payout cancelled it.',
};
const BY_ADMINISTRATOR = {
  code: 'cancelled_by_administrator',
  message: 'An administrator of the corporate cancelled the payout.',
};
