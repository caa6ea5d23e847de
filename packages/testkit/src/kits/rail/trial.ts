import type { BankRail, TransactionId } from '@hundi/core';
import {
  bankRefOf,
  NONSENSE,
  readQueryAnswers,
  readSubmitAnswers,
  type BankOrder,
  type BankQuestion,
  type Nonsense,
  type NotTaken,
  type QueryAnswer,
  type SubmitAnswer,
} from '@hundi/core/rail';
import { expecting, shownError } from '../check/check.js';
import { hook } from '../check/needs.js';
import type { RailUnderTest, SampleOrder } from './rail-under-test.js';

const ORDERS_A_CALL = 10;

/** The answers of a call, or why it was rejected, and how long it took. */
export interface Called<A> {
  readonly answers: ReadonlyArray<A | Nonsense>;
  readonly rejected?: unknown;
  readonly ms: number;
}

/** A transaction id that was never used: version 8, as those of the engine. */
const newTransactionId = (): TransactionId => {
  const uuid = crypto.randomUUID();
  return `${uuid.slice(0, 14)}8${uuid.slice(15)}` as TransactionId;
};

/** Today in India, as banks mean it. */
const indianDay = (): string =>
  new Date().toLocaleDateString('en-CA', { timeZone: 'Asia/Kolkata' });

/** A new order like a sample. */
export const newOrder = (sample: SampleOrder): BankOrder => {
  const transactionId = newTransactionId();
  const bankRef = bankRefOf(transactionId);
  return {
    debtor: { name: 'Certified Payer', ifsc: sample.ifsc },
    executionDate: indianDay(),
    ...sample,
    bankTenantId: sample.bankTenantId as BankOrder['bankTenantId'],
    corporateTenantId: 'certified-payer' as BankOrder['corporateTenantId'],
    transactionId,
    bankRef,
    endToEndId: bankRef,
    reference: bankRef,
  };
};

const timed = async <A>(call: () => Promise<ReadonlyArray<A | Nonsense>>): Promise<Called<A>> => {
  const begun = performance.now();
  try {
    const answers = await call();
    return { answers, ms: performance.now() - begun };
  } catch (error) {
    return { answers: [], rejected: error, ms: performance.now() - begun };
  }
};

/** Submits, and reads the answers as the engine does. */
export const submitting = (
  rail: BankRail,
  orders: ReadonlyArray<BankOrder>,
): Promise<Called<SubmitAnswer>> =>
  timed(async () => readSubmitAnswers(orders, await rail.submit(orders)));

/** Asks, and reads the answers as the engine does. */
export const querying = (
  rail: BankRail,
  questions: ReadonlyArray<BankQuestion>,
): Promise<Called<QueryAnswer>> =>
  timed(async () => readQueryAnswers(questions, await rail.query(questions)));

/** An answer as a report shows it. */
export const shown = (answer: QueryAnswer | Nonsense | undefined): string => {
  if (answer === undefined) return 'no answer';
  if (answer.kind === 'nonsense') return NONSENSE[answer.code];
  if (answer.kind === 'refused') return `refused (${answer.details.code})`;
  return answer.kind;
};

/** The answers of a call as a report shows them. */
export const shownCall = ({ answers, rejected }: Called<QueryAnswer>): string =>
  rejected === undefined ? answers.map(shown).join(', ') : `a rejection, ${shownError(rejected)}`;

const one = <A extends QueryAnswer>(called: Called<A>): A => {
  const [answer] = called.answers;
  expecting(
    answer !== undefined && answer.kind !== 'nonsense',
    'one answer that the port allows',
    shownCall(called),
  );
  return answer;
};

/** The answer to the submit of one order. */
export const submitOne = async (rail: BankRail, order: BankOrder): Promise<SubmitAnswer> =>
  one(await submitting(rail, [order]));

/** The answer to the query about one order. */
export const queryOne = async (rail: BankRail, order: BankOrder): Promise<QueryAnswer> =>
  one(await querying(rail, [order]));

/** Whether the bank has the order, or had it, and has not refused it. */
export const isTaken = ({ kind }: QueryAnswer): boolean =>
  kind === 'paid' || kind === 'accepted' || kind === 'returned';

/** Submits an order that the bank pays, and returns it once the bank has taken it. */
export const paidOrder = async (under: RailUnderTest, rail: BankRail): Promise<BankOrder> => {
  const order = newOrder(under.pays);
  const answer = await submitOne(rail, order);
  expecting(isTaken(answer), 'paid or accepted, for an order that the bank pays', shown(answer));
  await under.settle?.();
  return order;
};

/** How often money left for an order; the host has given the hook. */
const timesPaid = async (under: RailUnderTest, { bankRef }: BankOrder): Promise<number> => {
  await under.settle?.();
  return (await under.timesPaid?.(bankRef)) ?? 0;
};

/** @throws unless money left for the order as often as expected. */
export const expectPaid = async (
  under: RailUnderTest,
  order: BankOrder,
  times: number,
): Promise<void> => {
  const seen = await timesPaid(under, order);
  expecting(
    seen === times,
    `money that left ${String(times)} times for one bankRef`,
    `${String(seen)} times in the bank's books`,
  );
};

/** So many orders as the host says, and no more than the rail takes. */
export const ordersACall = ({ rail, ordersACall: count = ORDERS_A_CALL }: RailUnderTest): number =>
  Math.min(count, rail().traits.ordersACall ?? count);

export const BOOKS = hook<RailUnderTest>('timesPaid', "how often money left, by the bank's books");
export const REFUSES = hook<RailUnderTest>('refuses', 'an order that the test system refuses');
export const HOLDS = hook<RailUnderTest>('holdNextSubmit', 'orders that are held on their way');

/** That the rail says what the bank never takes. */
export const SAYS_WHAT_IT_REFUSES = ({ rail }: RailUnderTest): string | undefined =>
  rail().refuses === undefined ? 'the rail has no refuses, and takes every order' : undefined;

/** Why the bank never takes an order like this sample, as the rail says. */
export const namedFault = (rail: BankRail, sample: SampleOrder): NotTaken | undefined => {
  const { executionDate: _, ...proposed } = newOrder(sample);
  return rail.refuses?.(proposed);
};

/** That what the test system refuses is something that the rail says beforehand. */
export const NAMES_THE_REFUSED = ({ rail, refuses }: RailUnderTest): string | undefined =>
  refuses === undefined || namedFault(rail(), refuses) === undefined
    ? 'give refuses: an order of which the refuses of the rail says why the bank never takes it'
    : undefined;

/** That the rail declares that it can be asked. */
export const CAN_QUERY = ({ rail }: RailUnderTest): string | undefined =>
  rail().traits.canQuery ? undefined : 'the rail declares canQuery: false, and is never asked';

/** That the rail declares that the bank knows an order again. */
export const DEDUPLICATES = ({ rail }: RailUnderTest): string | undefined =>
  rail().traits.deduplicates
    ? undefined
    : 'the rail declares deduplicates: false, and no order is sent twice before its absence is final';
