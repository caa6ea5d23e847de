import { LEASE_MS } from '../../duty/duty.js';
import type { HeldWork, Work } from '../../storage/work-store.js';
import type { Incident } from '../../journal/entry/incident.js';
import type { TransactionId } from '../../kernel/values/ids.js';
import { byTenant, type Tenant } from '../../kernel/values/tenant.js';
import { HOUR, MINUTE, SECOND, type EpochMs } from '../../kernel/values/time.js';
import type { AcceptedPayout } from '../../payout/payout.js';
import type { BankRail, QueryAnswer, RailTraits } from '../../ports/bank-rail.js';
import type { Clock } from '../../ports/clock.js';
import { declaredBy } from '../../ports/declared-traits.js';
import type { Nonsense } from '../../ports/nonsense.js';
import { commit } from '../../storage/commit.js';
import { isBrief, type Storage, type Stores } from '../../storage/storage.js';
import { saysClosed } from '../order/window.js';
import { ordersACommit } from './orders-a-commit.js';
import { applyAnswers, type PayoutAnswer } from './apply-answers.js';
import { closedUntil, type Closed } from './closed-until.js';
import { nonsenseIncidents } from './nonsense-incidents.js';
import type { Unrecorded } from '../../duty/unrecorded.js';

/** One order that the bank was asked about or given, the claim it was under, and the answer. */
export interface AnsweredOrder {
  readonly payout: AcceptedPayout;
  readonly work: Work;
  readonly answer: QueryAnswer | Nonsense;
  /** The group that its order was sent in, where the rail takes groups. */
  readonly groupRef?: string | undefined;
}

/** What the engine must know of the rail that answered. */
type AnsweringRail = Pick<BankRail, 'name' | 'traits'>;

/** When the bank was called, and when its answers are recorded. */
interface Moments {
  readonly askedAt: EpochMs;
  readonly at: EpochMs;
}

/** How long after its intent a send may still start: a call of 10 s then ends within the lease (25 s). */
export const SEND_STARTS_WITHIN = LEASE_MS - 10 * SECOND;

/** How long what goes together in a group waits for the others. */
export const GATHER_WITHIN = 5 * SECOND;

// The bank is asked again soon at first, then ever more rarely.
const DELAYS: ReadonlyArray<number> = [0, 30 * SECOND, MINUTE, 2 * MINUTE, 5 * MINUTE, 10 * MINUTE];
const LONGEST_DELAY = 15 * MINUTE;

const nextQueryAt = (at: EpochMs, { attempts }: Work, answer: AnsweredOrder['answer']): EpochMs => {
  // A bank that has the order needs time; one that gave no answer may know already.
  const turn = isSilent(answer) ? attempts - 1 : attempts;
  return at + (DELAYS[turn] ?? LONGEST_DELAY);
};

/** How answers are committed. */
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
 * Commits the bank's answers. Only the holder of the claim moves a payout; an answer that comes after its
 * claim lapsed is kept in the inbox, and the one who holds the claim now asks the bank (decisions §8). Where they take
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
  const moments = { askedAt, at: clock.now() };
  let tries = 0;
  return commit(
    storage,
    (stores) => {
      tries += 1;
      return recordAnswers(stores, answered, rail, moments, tries);
    },
    { brief: isBrief(answered.length) },
  );
};

type Explanation = Parameters<Stores['payouts']['explain']>[1][number];

const recordAnswers = async (
  stores: Stores,
  answered: ReadonlyArray<AnsweredOrder>,
  rail: AnsweringRail,
  { askedAt, at }: Moments,
  tries: number,
): Promise<void> => {
  const held = await stores.work.held(answered.map(({ work }) => work));
  const ours = answered.filter(({ work }) => held.has(work.subject));
  const late = answered.filter(({ work }) => !held.has(work.subject));
  await keepLate(stores, late, at);
  // Under a claim, only the bank's own reports and a cancellation may move a payout: then the
  // first try is stale, and only the next one has to read again. It holds what it reads: of a thousand payouts that the
  // bank is reporting on meanwhile, one would always have moved.
  if (tries > 1) await holdAll(stores, answered);
  const current = tries === 1 ? asClaimed(ours) : await reread(stores, ours);

  const never = new Set(
    ours
      .filter(
        ({ work, answer: { kind } }) =>
          kind === 'absent' && absenceIsFinal(work, rail.traits, askedAt),
      )
      .map(({ work }) => work.subject),
  );
  const resent = [...current.values()].filter(({ order }) => never.has(order.transactionId));
  const closed = await closedUntil(stores, resent, at);

  const sure: PayoutAnswer[] = await lateAnswers(stores, late);
  const done: HeldWork[] = [];
  const waiting: (HeldWork & Pick<Work, 'duty' | 'runAt'>)[] = [];
  const explained: (Explanation & { readonly tenant: Tenant })[] = [];
  const { answersWithinMs } = declaredBy(rail);
  const incidents: Incident[] = [...nonsenseIncidents(rail, answered, at)];
  for (const { work, answer, groupRef } of ours) {
    const payout = current.get(work.subject);
    if (payout?.progress.status !== 'sent_to_bank') {
      done.push(work);
      if (payout !== undefined && isOfItsOrder(answer)) sure.push({ payout, answer });
    } else if (isVerdict(answer)) {
      sure.push({ payout, answer });
      done.push(work);
    } else {
      const closure = closed.get(work.subject);
      if (never.has(work.subject) && closure === undefined) {
        // Of a group only with all others, whose answers may take several commits.
        const runAt = groupRef === undefined ? at : at + GATHER_WITHIN;
        waiting.push({ ...work, duty: 'send-to-bank', runAt });
      } else {
        // While the bank is closed it is asked on: an order may arrive late.
        const runAt = Math.min(nextQueryAt(at, work, answer), closure?.until ?? Infinity);
        waiting.push({ ...work, duty: 'query-unknowns', runAt });
      }
      if (!isSilent(answer) && saysClosed(payout.progress) !== (closure !== undefined))
        explained.push({
          tenant: work.tenant,
          transactionId: payout.order.transactionId,
          follows: payout.progress.sequence,
          ...(closure?.why ?? keepsExpected(payout)),
        });
      incidents.push(...overdue(payout, at, answersWithinMs));
    }
  }
  await applyAnswers(stores, sure, at);
  await stores.work.finish(done);
  await stores.work.defer(waiting);
  await stores.journal.raise(incidents);
  for (const [tenant, reasons] of byTenant(explained))
    await stores.payouts.explain(tenant, reasons);
};

/** Whether it says nothing of the order. */
const isSilent = ({ kind }: AnsweredOrder['answer']): boolean =>
  kind === 'unknown' || kind === 'nonsense';

const keepsExpected = ({ progress: { expectedCreditAt } }: AcceptedPayout): Closed['why'] =>
  expectedCreditAt === undefined ? {} : { expectedCreditAt };

type Verdict = Extract<QueryAnswer, { readonly kind: 'paid' | 'refused' | 'returned' }>;

const isVerdict = (answer: AnsweredOrder['answer']): answer is Verdict =>
  answer.kind === 'paid' || answer.kind === 'refused' || answer.kind === 'returned';

/** Whether the bank says that it has the order, or had it. */
export const isOfItsOrder = (answer: AnsweredOrder['answer']): answer is PayoutAnswer['answer'] =>
  isVerdict(answer) || answer.kind === 'accepted';

/**
 * Only from then on may the same order be sent again; counted from the last send, never the first, to the
 * question, never its answer. A send may start late; only a bank that knows an order again forgives that.
 */
export const absenceIsFinal = (
  { markedAt }: Pick<Work, 'markedAt'>,
  { absenceFinalAfterMs, deduplicates }: RailTraits,
  askedAt: EpochMs,
): boolean => {
  if (absenceFinalAfterMs === null || markedAt === undefined) return false;
  const latestSend = deduplicates ? markedAt : markedAt + SEND_STARTS_WITHIN;
  return askedAt - latestSend >= absenceFinalAfterMs;
};

const overdue = (
  { order, progress: { sentToBankAt = 0 } }: AcceptedPayout,
  at: EpochMs,
  withinMs: number,
): ReadonlyArray<Incident> =>
  at - sentToBankAt < withinMs
    ? []
    : [
        {
          tenant: order.tenant,
          kind: 'outcome_unknown',
          subjectId: order.transactionId,
          at,
          detail: `the bank has not confirmed the outcome for over ${inWords(withinMs)}`,
        },
      ];

const inWords = (ms: number): string => {
  if (ms === HOUR) return 'an hour';
  return ms < HOUR
    ? `${String(Math.floor(ms / MINUTE))} minutes`
    : `${String(Math.floor(ms / HOUR))} hours`;
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

const keepLate = async (
  { bankAnswers }: Stores,
  late: ReadonlyArray<AnsweredOrder>,
  at: EpochMs,
): Promise<void> => {
  const kept = late.flatMap(({ payout, work, answer }) =>
    isOfItsOrder(answer)
      ? [
          {
            tenant: work.tenant,
            answerId: `${work.subject}/${String(work.token)}`,
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
