import type { Changes, Explained } from '../writer/changes.js';
import type { Incident } from '../../model/journal/entry/incident.js';
import { HOUR, MINUTE, SECOND, type EpochMs } from '../../kernel/values/time.js';
import type { AcceptedPayout } from '../../model/payout/payout.js';
import type { BankRail, QueryAnswer } from '../../ports/bank-rail.js';
import { declaredBy } from '../../ports/declared-traits.js';
import type { Nonsense } from '../../ports/nonsense.js';
import type { DeferredWork, HeldWork, Work } from '../../storage/work-store.js';
import { isOfItsOrder, isVerdict } from '../../model/settlement/order/bank-answer.js';
import { GATHER_WITHIN } from '../../model/settlement/order/bank-group.js';
import { saysClosed } from '../../model/settlement/order/window.js';
import type { Closed } from './closed-until.js';
import { following, type PayoutAnswer } from './following.js';
import { nonsenseIncidents } from './nonsense-incidents.js';

/** One order that the bank was asked about or given, the claim it was under, and the answer. */
export interface AnsweredOrder {
  readonly payout: AcceptedPayout;
  readonly work: Work;
  readonly answer: QueryAnswer | Nonsense;
  /** The group that its order was sent in, where the rail takes groups. */
  readonly groupRef?: string | undefined;
}

export type AnsweringRail = Pick<BankRail, 'name' | 'traits'>;

/** The bank's answers, and what is stored of their payouts when they are recorded. */
export interface AnswersRead {
  readonly answered: ReadonlyArray<AnsweredOrder>;
  /** Those whose claim still holds. */
  readonly ours: ReadonlyArray<AnsweredOrder>;
  /** The payouts of `ours` as they are now, by id. */
  readonly current: ReadonlyMap<string, AcceptedPayout>;
  /** Answers that came after their claim lapsed, and still decide. */
  readonly late: ReadonlyArray<PayoutAnswer>;
  /** Orders of which the bank said `absent`, and will never say anything else. */
  readonly never: ReadonlySet<string>;
  /** Orders of which the bank says so although it has said that it has them. */
  readonly denied: ReadonlySet<string>;
  /** Those of `never` for which the bank is closed now. */
  readonly closed: ReadonlyMap<string, Closed>;
}

/**
 * What becomes of payouts and their work by what the bank said of them: a verdict moves a payout, an order that the bank
 * never got is sent again, and the bank is asked again about the others (decisions §8).
 */
export const decideAnswers = (
  { answered, ours, current, late, never, denied, closed }: AnswersRead,
  rail: AnsweringRail,
  at: EpochMs,
): Changes => {
  const sure = [...late];
  const over: HeldWork[] = [];
  const later: DeferredWork[] = [];
  const explained: Explained[] = [];
  const incidents = [...nonsenseIncidents(rail, answered, at)];
  const { answersWithinMs } = declaredBy(rail);
  for (const { work, answer, groupRef } of ours) {
    const payout = current.get(work.subject);
    if (payout?.progress.status !== 'sent_to_bank') {
      over.push(work);
      if (payout !== undefined && isOfItsOrder(answer)) sure.push({ payout, answer });
    } else if (isVerdict(answer)) {
      sure.push({ payout, answer });
      over.push(work);
    } else {
      const closure = closed.get(work.subject);
      if (never.has(work.subject) && closure === undefined) {
        // Of a group only with all others, whose answers may take several commits.
        const runAt = groupRef === undefined ? at : at + GATHER_WITHIN;
        later.push({ ...work, duty: 'send-to-bank', runAt });
      } else {
        // While the bank is closed it is asked on: an order may arrive late.
        const runAt = Math.min(nextQueryAt(at, work, answer), closure?.until ?? Infinity);
        later.push({ ...work, duty: 'query-unknowns', runAt });
      }
      if (!isSilent(answer) && saysClosed(payout.progress) !== (closure !== undefined))
        explained.push({
          tenant: work.tenant,
          transactionId: payout.order.transactionId,
          follows: payout.progress.sequence,
          ...(closure?.why ?? keepsExpected(payout)),
        });
      if (denied.has(work.subject)) incidents.push(denial(payout, at));
      incidents.push(...overdue(payout, at, answersWithinMs));
    }
  }
  const followed = following(sure, at);
  return {
    ...followed,
    explained,
    handled: { over, later },
    incidents: [...followed.incidents, ...incidents],
  };
};

const denial = ({ order }: AcceptedPayout, at: EpochMs): Incident => ({
  tenant: order.tenant,
  kind: 'contradictory_answer',
  subjectId: order.transactionId,
  at,
  detail: 'the bank has said that it has the order, and now says that it does not',
});

const isSilent = ({ kind }: AnsweredOrder['answer']): boolean =>
  kind === 'unknown' || kind === 'nonsense';

// The bank is asked again soon at first, then ever more rarely.
const DELAYS: ReadonlyArray<number> = [0, 30 * SECOND, MINUTE, 2 * MINUTE, 5 * MINUTE, 10 * MINUTE];
const LONGEST_DELAY = 15 * MINUTE;

const nextQueryAt = (at: EpochMs, { attempts }: Work, answer: AnsweredOrder['answer']): EpochMs => {
  // A bank that has the order needs time; one that gave no answer may know already.
  const turn = isSilent(answer) ? attempts - 1 : attempts;
  return at + (DELAYS[turn] ?? LONGEST_DELAY);
};

const keepsExpected = ({ progress: { expectedCreditAt } }: AcceptedPayout): Closed['why'] =>
  expectedCreditAt === undefined ? {} : { expectedCreditAt };

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
