import * as t from 'io-ts';
import { nameKey } from '../../model/beneficiary/payee/beneficiary.js';
import { writeChanges } from '../writer/write-changes.js';
import { decodeInput, type InvalidInput } from '../../kernel/codecs/decode.js';
import { record } from '../../kernel/codecs/record.js';
import { E } from '../../kernel/fp.js';
import { picked } from '../../kernel/picked.js';
import type { Plain } from '../../kernel/use-case/plain.js';
import { TransactionId } from '../../kernel/values/ids.js';
import { Name } from '../../kernel/values/text.js';
import { operatorActor } from '../../model/access/actor.js';
import { isUnsent, type AcceptedPayout } from '../../model/payout/payout.js';
import type { Clock } from '../../ports/clock.js';
import type { SendMark } from '../../ports/send-mark.js';
import { markIn } from '../duty/guarded-send-mark.js';
import { makeDetectRestore } from '../restore/detect-restore.js';
import { NOTHING_RESOLVED } from '../doubt/doubt.js';
import { StillInDoubt } from '../../model/settlement/order/doubt-errors.js';
import {
  awaitsOperators,
  refusals,
  reviewEntry,
  reviewsOf,
  type Review,
  type ReviewState,
} from '../settlement/send/send-review.js';
import type { Storage, Stores } from '../../storage/storage.js';

const HeldPayoutDecision = record('HeldPayoutDecision', {
  transactionId: TransactionId,
  operator: Name,
  decision: t.keyof({ release: null, refuse: null }, 'HeldPayoutVerb'),
});
/** What an operator decides about a payout that the guard holds, and the operator's name, for whom the host vouches. */
export type HeldPayoutDecision = Plain<t.TypeOf<typeof HeldPayoutDecision>>;

/** No payout of this id waits for operators: the guard does not hold it, or it has ended. */
export const PayoutNotHeld = () => ({ _tag: 'PayoutNotHeld' }) as const;
export type PayoutNotHeld = ReturnType<typeof PayoutNotHeld>;

/** The same operator has decided so before: a second one has to. */
export const SecondOperatorNeeded = () => ({ _tag: 'SecondOperatorNeeded' }) as const;
export type SecondOperatorNeeded = ReturnType<typeof SecondOperatorNeeded>;

/** Why an operator's decision on a held payout is not taken (decisions §14). */
export type DecideHeldPayoutError =
  | InvalidInput
  | PayoutNotHeld
  | SecondOperatorNeeded
  | StillInDoubt;

/** Where the review stands now: a second operator has to decide the same, or it is over. */
export interface HeldPayoutDecided {
  readonly state: Exclude<ReviewState, 'go' | 'unanswered' | 'held'>;
}

const DECISIONS = {
  release: { asked: 'release_asked', done: 'released' },
  refuse: { asked: 'refusal_asked', done: 'refused' },
} as const;

/**
 * Releases or refuses a payout that the guard holds, for two operators of the bank: the first one asks, a second one who
 * decides the same makes it so. An operator who decides otherwise takes the place of the first. A released payout is sent
 * at once, a refused one ends as `cancelled`. In a restored database, which the send mark shows, a payout that the bank may
 * have is not refused. The journal names each as `operator NAME`.
 */
export const decideHeldPayout = async (
  {
    storage,
    clock,
    sendMark,
  }: { readonly storage: Storage; readonly clock: Clock; readonly sendMark: SendMark },
  input: HeldPayoutDecision,
): Promise<E.Either<DecideHeldPayoutError, HeldPayoutDecided>> => {
  const read = decodeInput(HeldPayoutDecision, input);
  if (E.isLeft(read)) return read;
  const { transactionId, operator, decision } = read.right;
  const actor = operatorActor(operator);
  const before = await storage.read((stores) => standing(stores, read.right, actor));
  if (E.isLeft(before)) return before;
  // Only for a payout that may end: the line that it may draw stays.
  if (decision === 'refuse') {
    const mark = { ...sendMark, read: async () => markIn(await sendMark.read()) };
    await makeDetectRestore({ storage, clock, sendMark: mark })();
  }
  return storage.atomically<DecideHeldPayoutError, HeldPayoutDecided>(async (stores) => {
    const [named] = await stores.payouts.findAnywhere([transactionId]);
    if (named !== undefined) await stores.work.hold(named.order.tenant, [transactionId]);
    const found = await standing(stores, read.right, actor);
    if (E.isLeft(found)) return found;
    const { payout, review, to } = found.right;
    const { tenant } = payout.order;
    const { sequence } = payout.progress;
    const at = clock.now();
    const changes = picked(review.last.changes, ['code', 'reason']);
    const isReleased = to === 'released';
    const subject = transactionId;
    const written = await writeChanges(
      stores,
      tenant,
      {
        by: { actor },
        at,
        moves: to === 'refused' ? refusals([payout], at) : [],
        explained: isReleased ? [{ tenant, transactionId, follows: sequence }] : [],
        wakes: isReleased ? [{ duty: 'send-to-bank', subject, tenant, runAt: at }] : [],
        entries: [reviewEntry(payout, review, { to, at, actor, changes })],
      },
      NOTHING_RESOLVED,
    );
    return E.isLeft(written) ? E.left(StillInDoubt()) : E.right({ state: to });
  });
};

/** The payout that an operator decides on, its review, and where that goes by the decision. */
interface Standing {
  readonly payout: AcceptedPayout;
  readonly review: Review;
  readonly to: HeldPayoutDecided['state'];
}

const standing = async (
  stores: Stores,
  { transactionId, decision }: t.TypeOf<typeof HeldPayoutDecision>,
  actor: string,
): Promise<E.Either<PayoutNotHeld | SecondOperatorNeeded, Standing>> => {
  const [payout] = await stores.payouts.findAnywhere([transactionId]);
  if (payout?.intake !== 'accepted') return E.left(PayoutNotHeld());
  if (!isUnsent(payout.progress.status)) return E.left(PayoutNotHeld());
  const { tenant } = payout.order;
  const review = (await reviewsOf(stores, tenant, [transactionId])).get(transactionId);
  if (review === undefined || !awaitsOperators(review)) return E.left(PayoutNotHeld());
  const { asked, done } = DECISIONS[decision];
  const isSecond = review.state === asked;
  return isSecond && isSame(review.last.actor, actor)
    ? E.left(SecondOperatorNeeded())
    : E.right({ payout, review, to: isSecond ? done : asked });
};

/** Whether two names are of one operator: people write their own name in capitals, or with another blank, now and then. */
const isSame = (a: string, b: string): boolean => nameKey(a) === nameKey(b);
