import * as t from 'io-ts';
import type { ActorNotFound, NotAMaker } from '../access/access-errors.js';
import { E } from '../fp.js';
import { TransactionId } from '../kernel/ids.js';
import type { Tenant } from '../kernel/tenant.js';
import { Comment } from '../kernel/text.js';
import { freedLimits } from '../payout/freed-limits.js';
import { payoutEntries } from '../payout/payout-entry.js';
import { PayoutNotFound, WrongPayoutStatus } from '../payout/payout-errors.js';
import { step } from '../payout/payout-machine.js';
import type { AcceptedPayout, Payout } from '../payout/payout.js';
import { transactionObject } from '../payout/payout-view.js';
import { seenBy } from '../payout/seen-by.js';
import type { StatusDetails } from '../payout/status-details.js';
import type { TransactionObject } from '../payout/transaction-object.js';
import type { Clock } from '../ports/clock.js';
import type { Storage, Stores } from '../ports/storage.js';
import { StillInDoubt } from '../settlement/doubt-errors.js';
import { inDoubt, NOTHING_SETTLED, type Settled } from '../settlement/doubt.js';
import type { MeetMark } from '../settlement/meet-mark.js';
import type { SettleDoubts } from '../settlement/settle-doubts.js';
import { token } from '../wiring/token.js';
import { NotItsMaker } from './approval-errors.js';
import { CancelledBy, cancellerOf, isTheirs, type Canceller } from './cancelled-by.js';

export const CancelPayoutInput = t.intersection([
  t.strict({ transactionId: TransactionId, by: CancelledBy }),
  t.exact(t.partial({ comment: Comment })),
]);
export type CancelPayoutInput = t.TypeOf<typeof CancelPayoutInput>;

export type CancelPayoutError =
  ActorNotFound | NotAMaker | NotItsMaker | PayoutNotFound | WrongPayoutStatus | StillInDoubt;

/**
 * Cancels a payout that has not been sent to the bank, for its maker or an operator (decisions §6): its
 * reference and its share of the daily limit are free again. Afterwards it is too late, and refused. In a
 * restored database the bank is asked first whether it has executed it; until it says, that is refused too.
 */
export type CancelPayout = (
  tenant: Tenant,
  input: CancelPayoutInput,
) => Promise<E.Either<CancelPayoutError, TransactionObject>>;
export const CancelPayout = token<CancelPayout>('CancelPayout');

export const makeCancelPayout = (
  storage: Storage,
  clock: Clock,
  meetMark: MeetMark,
  settleDoubts: SettleDoubts,
): CancelPayout => {
  const cancel = (
    tenant: Tenant,
    { transactionId, by, comment }: CancelPayoutInput,
    settled: Settled,
  ) =>
    storage.atomically<CancelPayoutError, TransactionObject>(async (stores) => {
      const canceller = await cancellerOf(stores, tenant, by);
      if (E.isLeft(canceller)) return canceller;
      const found = await stores.payouts.find(tenant, transactionId);
      const allowed = cancellable(found, canceller.right);
      if (E.isLeft(allowed)) return allowed;
      const payout = allowed.right;
      const cancelled = step(payout.progress, {
        type: 'cancel',
        details: detailsOf(canceller.right),
        at: Math.max(clock.now(), payout.order.createdAt),
      });
      if (E.isLeft(cancelled)) return cancelled;
      const doubted = await inDoubt(stores, [payout.order], settled);
      if (doubted.length > 0) return E.left(StillInDoubt());

      const { next } = cancelled.right;
      await write(stores, payout, next);
      await stores.journal.append(
        payoutEntries(payout.order, payout.progress, [cancelled.right], canceller.right.name).map(
          (entry) =>
            comment === undefined ? entry : { ...entry, changes: { ...entry.changes, comment } },
        ),
      );
      return E.right(transactionObject({ ...payout, progress: next }));
    });

  return async (tenant, input) => {
    await meetMark();
    const cancelled = await cancel(tenant, input, NOTHING_SETTLED);
    return E.isLeft(cancelled) && cancelled.left._tag === 'StillInDoubt'
      ? cancel(tenant, input, await settleDoubts(tenant, [input.transactionId]))
      : cancelled;
  };
};

const cancellable = (
  payout: Payout | undefined,
  canceller: Canceller,
): E.Either<PayoutNotFound | NotItsMaker | WrongPayoutStatus, AcceptedPayout> => {
  if (payout === undefined) return E.left(PayoutNotFound());
  if (!isTheirs(canceller, payout.order.createdBy.userId)) {
    // What a person's roles do not reach is not there for them.
    const { person } = canceller;
    return E.left(
      person !== undefined && seenBy(person)(payout) ? NotItsMaker() : PayoutNotFound(),
    );
  }
  if (payout.intake === 'accepted') return E.right(payout);
  return E.left(
    WrongPayoutStatus(payout.intake === 'undecided' ? 'queued' : payout.progress.status),
  );
};

const detailsOf = ({ person }: Canceller): StatusDetails => ({
  code: person === undefined ? 'cancelled_by_operator' : 'cancelled_by_maker',
  source: 'business',
  message:
    person === undefined ? 'The bank cancelled the payout.' : 'Its maker cancelled the payout.',
  retryable: false,
  nextAction: 'none',
});

const write = async (
  { payouts, work }: Stores,
  payout: AcceptedPayout,
  next: AcceptedPayout['progress'],
): Promise<void> => {
  const { tenant, transactionId } = payout.order;
  // First, because a worker holds the work before it moves the payout: so neither waits for the other in a ring.
  await work.drop([transactionId]);
  await payouts.advance(tenant, [{ transactionId, follows: payout.progress.sequence, next }]);
  await payouts.useLimits(tenant, freedLimits([payout]));
};
