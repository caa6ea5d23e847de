import type { TransactionId } from '../../kernel/values/ids.js';
import { byTenant } from '../../kernel/values/tenant.js';
import type { EpochMs } from '../../kernel/values/time.js';
import { writeCertainAcross } from '../writer/write-changes.js';
import type { Unrecorded } from '../duty/unrecorded.js';
import type { AcceptedPayout } from '../../model/payout/payout.js';
import type { Clock } from '../../ports/clock.js';
import { commit } from '../../storage/commit.js';
import type { RailTraits } from '../../ports/bank-rail.js';
import { isBrief, type Storage, type Stores } from '../../storage/storage.js';
import { isOfItsOrder } from '../../model/settlement/order/bank-answer.js';
import { absenceIsFinal } from './absence.js';
import { closedUntil } from './closed-until.js';
import {
  decideAnswers,
  type AnsweredOrder,
  type AnsweringRail,
  type AnswersRead,
} from './decide-answers.js';
import type { PayoutAnswer } from './following.js';
import { saidToHave } from './inbox-answers.js';
import { ordersACommit } from './orders-a-commit.js';

export interface Committing {
  readonly storage: Storage;
  readonly clock: Clock;
  readonly rail: AnsweringRail;
  /** When the bank was called. */
  readonly askedAt: EpochMs;
  /** Where answers go whose commit failed. */
  readonly unrecorded: Pick<Unrecorded, 'keep'>;
}

/**
 * Commits the bank's answers. The holder of the claim moves a payout by any of them. An answer that comes after its claim
 * lapsed is kept in the inbox, and moves a payout only if it says that money has moved; of all else the one who holds the
 * claim now asks the bank (decisions §8). Where they take
 * several commits, one that fails keeps no other from being tried; then the first failure rejects, and what failed is
 * kept to be tried again.
 */
export const commitAnswers = async (
  answered: ReadonlyArray<AnsweredOrder>,
  committing: Committing,
): Promise<void> => {
  const failures: unknown[] = [];
  const size = ordersACommit(committing.clock.now() - committing.askedAt, answered.length);
  for (let from = 0; from < answered.length; from += size) {
    const portion = answered.slice(from, from + size);
    const record = () => commitPortion(portion, committing);
    try {
      await record();
    } catch (error) {
      failures.push(error);
      committing.unrecorded.keep(record);
    }
  }
  if (failures.length > 0) throw failures[0];
};

const commitPortion = (
  answered: ReadonlyArray<AnsweredOrder>,
  { storage, clock, rail, askedAt }: Committing,
): Promise<void> => {
  const at = clock.now();
  let tries = 0;
  return commit(
    storage,
    async (stores) => {
      tries += 1;
      const isFinal = ({ work, answer: { kind } }: AnsweredOrder): boolean =>
        kind === 'absent' && absenceIsFinal(work, rail.traits, askedAt);
      const read = await readAnswers(stores, answered, {
        at,
        isFirst: tries === 1,
        isFinal,
        keepsAccepted: paysWhatIsSentAgain(rail.traits),
      });
      await writeCertainAcross(stores, decideAnswers(read, rail, at));
    },
    { brief: isBrief(answered.length) },
  );
};

interface Reading {
  readonly at: EpochMs;
  /** Whether no other try of the same commit went before. */
  readonly isFirst: boolean;
  /** Whether the bank never gets an order that it said it lacks. */
  readonly isFinal: (one: AnsweredOrder) => boolean;
  /** Whether the inbox keeps that the bank said it has an order. */
  readonly keepsAccepted: boolean;
}

/** Whether an order that is sent again may be paid again: a bank that knows it again pays once. */
const paysWhatIsSentAgain = ({ deduplicates, absenceFinalAfterMs }: RailTraits): boolean =>
  !deduplicates && absenceFinalAfterMs !== null;

const readAnswers = async (
  stores: Stores,
  answered: ReadonlyArray<AnsweredOrder>,
  { at, isFirst, isFinal, keepsAccepted }: Reading,
): Promise<AnswersRead> => {
  const held = await stores.work.held(answered.map(({ work }) => work));
  const ours = answered.filter(({ work }) => held.has(work.subject));
  const late = answered.filter(({ work }) => !held.has(work.subject));
  await keep(stores, late, at);
  if (keepsAccepted) await keep(stores, ours.filter(isAccepted), at);
  // Under a claim, only the bank's own reports and a cancellation may move a payout: then the
  // first try is stale, and only the next one has to read again. It holds what it reads: of a thousand payouts that the
  // bank is reporting on meanwhile, one would always have moved.
  if (!isFirst) await holdAll(stores, answered);
  const current = isFirst ? asClaimed(ours) : await reread(stores, ours);
  const absent = ours.filter(isFinal);
  const had = await saidToHave(
    stores,
    absent.map(({ payout }) => payout.order),
  );
  const wasHad = ({ payout }: AnsweredOrder): boolean => had.has(payout.order.transactionId);
  const denied = subjectsOf(absent.filter(wasHad));
  const never = subjectsOf(absent.filter((one) => !wasHad(one)));
  const resent = [...current.values()].filter(({ order }) => never.has(order.transactionId));
  const closed = await closedUntil(stores, resent, at);
  const decided = await lateAnswers(stores, late);
  return { answered, ours, current, late: decided, never, denied, closed };
};

const asClaimed = (answered: ReadonlyArray<AnsweredOrder>): ReadonlyMap<string, AcceptedPayout> =>
  new Map(answered.map(({ payout, work }) => [work.subject, payout]));

const holdAll = async (
  { payouts }: Stores,
  answered: ReadonlyArray<AnsweredOrder>,
): Promise<void> => {
  for (const [tenant, group] of byTenant(answered.map(({ work }) => work)))
    await payouts.hold(
      tenant,
      group.map(({ subject }) => subject as TransactionId),
    );
};

/** The payouts as they are now: others may have moved them while the bank was asked. */
const reread = async (
  { payouts }: Stores,
  answered: ReadonlyArray<AnsweredOrder>,
): Promise<ReadonlyMap<string, AcceptedPayout>> => {
  const current = new Map<string, AcceptedPayout>();
  for (const [tenant, group] of byTenant(answered.map(({ work }) => work))) {
    const ids = group.map(({ subject }) => subject as TransactionId);
    for (const payout of await payouts.findMany(tenant, ids)) {
      if (payout.intake === 'accepted') current.set(payout.order.transactionId, payout);
    }
  }
  return current;
};

const subjectsOf = (answered: ReadonlyArray<AnsweredOrder>): ReadonlySet<string> =>
  new Set(answered.map(({ work }) => work.subject));

const isAccepted = ({ answer }: AnsweredOrder): boolean => answer.kind === 'accepted';

const keep = async (
  { bankAnswers }: Stores,
  answered: ReadonlyArray<AnsweredOrder>,
  at: EpochMs,
): Promise<void> => {
  const kept = answered.flatMap(({ payout, work, answer }) =>
    isOfItsOrder(answer)
      ? [
          {
            tenant: work.tenant,
            // A bank may say of one order a hundred times that it has it.
            answerId: `${work.subject}/${answer.kind === 'accepted' ? answer.kind : String(work.token)}`,
            transactionId: payout.order.transactionId,
            verdict: answer,
            at,
          },
        ]
      : [],
  );
  await bankAnswers.add(kept);
};

/**
 * What a late answer still decides: on a payout that has ended in the meantime the engine asks the bank no more; and money
 * that has moved has moved, whatever the next question hears. A late refusal is about one call, which another one may have
 * followed: of that the bank is asked.
 */
const lateAnswers = async (
  stores: Stores,
  late: ReadonlyArray<AnsweredOrder>,
): Promise<PayoutAnswer[]> => {
  const current = await reread(stores, late);
  return late.flatMap(({ work, answer }) => {
    const payout = current.get(work.subject);
    if (payout === undefined || !isOfItsOrder(answer)) return [];
    const isOpen = payout.progress.status === 'sent_to_bank';
    return isOpen && answer.kind !== 'paid' ? [] : [{ payout, answer }];
  });
};
