import type * as t from 'io-ts';
import { ending, type Ending } from '../change/ending.js';
import { afterwards } from '../writer/changes.js';
import { record } from '../../kernel/codecs/record.js';
import { E } from '../../kernel/fp.js';
import { token } from '../../kernel/token.js';
import type { UseCase } from '../../kernel/use-case/use-case.js';
import { TransactionId } from '../../kernel/values/ids.js';
import { Comment } from '../../kernel/values/text.js';
import { PayoutNotFound, WrongPayoutStatus } from '../../model/payout/payout-errors.js';
import { statusOf, type AcceptedPayout, type Payout } from '../../model/payout/payout.js';
import { transactionObject } from '../../model/payout/payout-view.js';
import { seenBy } from '../../model/payout/seen-by.js';
import type { TransactionObject } from '../../model/payout/transaction-object.js';
import type { StillInDoubt } from '../../model/settlement/order/doubt-errors.js';
import { NotItsMaker } from './approval-errors.js';
import { cancellation, cancelling } from './cancellation.js';
import {
  CancelledBy,
  cancellerOf,
  hasCancelledBefore,
  isTheirs,
  type Canceller,
  type CancellerError,
} from './cancelled-by.js';

/** The payout, who cancels it, and what they say of it. */
export const CancelPayoutInput = record(
  'CancelPayoutInput',
  { transactionId: TransactionId, by: CancelledBy },
  { comment: Comment },
);
export type CancelPayoutInput = t.TypeOf<typeof CancelPayoutInput>;

/** Why a payout is not cancelled (decisions §6). */
export type CancelPayoutError =
  | CancellerError
  | NotItsMaker
  | PayoutNotFound
  | WrongPayoutStatus
  | StillInDoubt;

/**
 * Cancels a payout that has not been sent to the bank, for its maker, a person who may cancel any or an operator
 * (decisions §6): its reference and its share of the daily limit are free again. A payout that has been sent is refused. A
 * partner key that cancels as the same user again gets the same answer again. In a restored database the engine first
 * asks the bank whether it has executed the payout, and refuses to cancel until the bank says (`StillInDoubt`).
 */
export type CancelPayout = UseCase<CancelPayoutInput, CancelPayoutError, TransactionObject>;
export const CancelPayout = token<CancelPayout>('CancelPayout');

interface ToCancel {
  readonly canceller: Canceller;
  readonly payout: Payout;
  /** Whether software has cancelled it before, as the same user. */
  readonly isAgain: boolean;
}

type Refusal = Exclude<CancelPayoutError, StillInDoubt>;

export const cancelPayout: Ending<CancelPayoutInput, ToCancel, Refusal, TransactionObject> = {
  input: CancelPayoutInput,
  read: async (stores, tenant, { transactionId, by }) => {
    const canceller = await cancellerOf(stores, tenant, by);
    if (E.isLeft(canceller)) return canceller;
    const payout = await stores.payouts.find(tenant, transactionId);
    if (payout === undefined) return E.left(PayoutNotFound());
    const isAgain =
      statusOf(payout) === 'cancelled' &&
      (await hasCancelledBefore(stores, tenant, transactionId, canceller.right));
    return E.right({ canceller: canceller.right, payout, isAgain });
  },
  decide: ({ canceller, payout, isAgain }, { comment }, at) => {
    if (isAgain) return E.right(undefined);
    const allowed = cancellable(payout, canceller);
    if (E.isLeft(allowed)) return allowed;
    const move = cancellation(allowed.right, canceller, at);
    if (E.isLeft(move)) return move;
    return E.right({ ...cancelling(canceller, at, comment), moves: [move.right] });
  },
  answer: (_, { payout }, changes) => transactionObject(afterwards(payout, changes)),
};

export const makeCancelPayout = ending(CancelPayout, cancelPayout);

const cancellable = (
  payout: Payout,
  canceller: Canceller,
): E.Either<PayoutNotFound | NotItsMaker | WrongPayoutStatus, AcceptedPayout> => {
  if (!isTheirs(canceller, payout.order.createdBy.userId)) {
    // A payout that a user's roles do not reach is absent for them.
    const { actor } = canceller;
    return E.left(actor !== undefined && seenBy(actor)(payout) ? NotItsMaker() : PayoutNotFound());
  }
  return payout.intake === 'accepted'
    ? E.right(payout)
    : E.left(WrongPayoutStatus(statusOf(payout)));
};
