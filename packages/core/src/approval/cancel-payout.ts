import type * as t from 'io-ts';
import { E } from '../kernel/fp.js';
import { useCase, type UseCase } from '../kernel/use-case/use-case.js';
import { TransactionId } from '../kernel/values/ids.js';
import type { Tenant } from '../kernel/values/tenant.js';
import { Comment } from '../kernel/values/text.js';
import { reached } from '../payout/move/move-payouts.js';
import { PayoutNotFound, WrongPayoutStatus } from '../payout/payout-errors.js';
import type { AcceptedPayout, Payout } from '../payout/payout.js';
import { transactionObject } from '../payout/payout-view.js';
import { seenBy } from '../payout/seen-by.js';
import type { TransactionObject } from '../payout/transaction-object.js';
import type { Clock } from '../ports/clock.js';
import type { Storage } from '../storage/storage.js';
import type { StillInDoubt } from '../settlement/order/doubt-errors.js';
import { inDoubt, type Resolved } from '../restore/doubt.js';
import type { DetectRestore } from '../restore/detect-restore.js';
import type { ResolveDoubts } from '../restore/resolve-doubts.js';
import { InDoubt, resolvingDoubts } from '../restore/resolving-doubts.js';
import { token } from '../kernel/token.js';
import { NotItsMaker } from './approval-errors.js';
import { cancellation, writeCancellations } from './cancellation.js';
import {
  CancelledBy,
  cancellerOf,
  hasCancelledBefore,
  isTheirs,
  type Canceller,
  type CancellerError,
} from './cancelled-by.js';
import { record } from '../kernel/codecs/record.js';

export const CancelPayoutInput = record(
  'CancelPayoutInput',
  { transactionId: TransactionId, by: CancelledBy },
  { comment: Comment },
);
export type CancelPayoutInput = t.TypeOf<typeof CancelPayoutInput>;

export type CancelPayoutError =
  CancellerError | NotItsMaker | PayoutNotFound | WrongPayoutStatus | StillInDoubt;

/**
 * Cancels a payout that has not been sent to the bank, for its maker, a person who may cancel any or an operator
 * (decisions §6): its reference and its share of the daily limit are free again. Afterwards it is too late, and
 * refused; only a partner key that cancels as the same user again is answered the same again. In a restored
 * database the bank is asked first whether it has executed it; until it says, that is refused too.
 */
export type CancelPayout = UseCase<CancelPayoutInput, CancelPayoutError, TransactionObject>;
export const CancelPayout = token<CancelPayout>('CancelPayout');

export const makeCancelPayout = (
  storage: Storage,
  clock: Clock,
  detectRestore: DetectRestore,
  resolveDoubts: ResolveDoubts,
): CancelPayout => {
  const cancel = (
    tenant: Tenant,
    { transactionId, by, comment }: CancelPayoutInput,
    resolved: Resolved,
  ) =>
    storage.atomically<CancelPayoutError | InDoubt, TransactionObject>(async (stores) => {
      const canceller = await cancellerOf(stores, tenant, by);
      if (E.isLeft(canceller)) return canceller;
      const found = await stores.payouts.find(tenant, transactionId);
      const now = clock.now();
      const allowed = cancellable(found, canceller.right);
      const begun = E.isLeft(allowed) ? allowed : cancellation(allowed.right, canceller.right, now);
      if (E.isLeft(begun)) {
        const again =
          found !== undefined &&
          begun.left._tag === 'WrongPayoutStatus' &&
          (await hasCancelledBefore(stores, tenant, transactionId, canceller.right));
        return again ? E.right(transactionObject(found)) : begun;
      }
      const { payout } = begun.right;
      const doubted = await inDoubt(stores, [payout.order], resolved);
      if (doubted.length > 0) return E.left(InDoubt(doubted));
      await writeCancellations(stores, [begun.right], canceller.right, comment);
      return E.right(transactionObject({ ...payout, progress: reached(begun.right) }));
    });

  return useCase(CancelPayoutInput, async (tenant, input) => {
    await detectRestore();
    return resolvingDoubts(resolveDoubts, (resolved) => cancel(tenant, input, resolved));
  });
};

const cancellable = (
  payout: Payout | undefined,
  canceller: Canceller,
): E.Either<PayoutNotFound | NotItsMaker | WrongPayoutStatus, AcceptedPayout> => {
  if (payout === undefined) return E.left(PayoutNotFound());
  if (!isTheirs(canceller, payout.order.createdBy.userId)) {
    // A payout that a user's roles do not reach is absent for them.
    const { actor } = canceller;
    return E.left(actor !== undefined && seenBy(actor)(payout) ? NotItsMaker() : PayoutNotFound());
  }
  if (payout.intake === 'accepted') return E.right(payout);
  return E.left(
    WrongPayoutStatus(payout.intake === 'undecided' ? 'queued' : payout.progress.status),
  );
};
