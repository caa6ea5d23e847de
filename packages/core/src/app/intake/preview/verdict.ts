import type { ApprovalLevel } from '../../../model/approval/matrix/matrix.js';
import { mapInTurns } from '../../../kernel/flow/map-in-turns.js';
import { E } from '../../../kernel/fp.js';
import { digest } from '../../../kernel/secrets/digest.js';
import { CURRENCY } from '../../../kernel/values/money.js';
import { dayIn, momentIn, type Day } from '../../../kernel/values/time.js';
import type {
  IntakeOrder,
  OrderDetails,
  PayoutTerms,
  Rejection,
} from '../../../model/payout/payout.js';
import type { Pacer } from '../../../ports/pacer.js';
import { levelsOf } from '../rules/evaluate-batch.js';
import type { JudgedRow } from '../../../model/payout/judged-row.js';
import type { RowFacts } from '../rules/row-facts.js';
import type { Verdict } from './batch-preview.js';

const money = (value: number) => ({ value, currency: CURRENCY }) as const;

const rejectedAs = ({ code, message }: Rejection): Verdict => ({
  outcome: 'rejected',
  rejectionCode: code,
  rejectionMessage: message,
  fees: null,
  levelsRequired: null,
  releaseDate: null,
});

type Levels = ReadonlyArray<ApprovalLevel>;

const NO_LEVELS: Levels = [];

const acceptedAs = (
  { feeBase, feeGst }: PayoutTerms,
  levelsRequired: number,
  releaseDate: Day,
): Verdict => ({
  outcome: 'accepted',
  rejectionCode: null,
  rejectionMessage: null,
  fees: { base: money(feeBase), gst: money(feeGst), total: money(feeBase + feeGst) },
  levelsRequired,
  releaseDate,
});

/** An accepted row, as far as its verdict depends on it. */
interface Accepted {
  readonly terms: PayoutTerms;
  readonly payoutDate: IntakeOrder['payoutDate'];
  readonly levels: number;
}

const isAlike = (one: Accepted, { terms, payoutDate, levels }: Accepted): boolean =>
  one.terms.feeBase === terms.feeBase &&
  one.terms.feeGst === terms.feeGst &&
  one.terms.debitAccountId === terms.debitAccountId &&
  one.terms.paymentMethod === terms.paymentMethod &&
  one.payoutDate === payoutDate &&
  one.levels === levels;

/** Makes verdicts. Equal ones are one object: a batch has thousands of rows and few verdicts. */
const verdictsBy = (facts: RowFacts): ((row: JudgedRow, levels: Levels) => Verdict) => {
  const known = new Map<string, Verdict>();
  const once = (key: string, make: () => Verdict): Verdict => {
    const found = known.get(key) ?? make();
    known.set(key, found);
    return found;
  };
  // Neighbours are mostly alike, and to see that takes less than a key.
  let last: readonly [Accepted, Verdict] | undefined;
  return ({ payout: { order }, result }, { length: levels }) => {
    if (E.isLeft(result)) {
      const { left } = result;
      return once(`${left.code} ${left.message}`, () => rejectedAs(left));
    }
    const { right: terms } = result;
    const { payoutDate } = order;
    const row = { terms, payoutDate, levels };
    if (last !== undefined && isAlike(last[0], row)) return last[1];
    const day = releaseDay(order, terms, facts);
    const key = [terms.feeBase, terms.feeGst, levels, day].join(' ');
    last = [row, once(key, () => acceptedAs(terms, levels, day))];
    return last[1];
  };
};

/** The bank day on which the order is sent: its own, or today, and in the window of its account and method. */
const releaseDay = ({ payoutDate }: IntakeOrder, terms: PayoutTerms, facts: RowFacts): Day => {
  const { zone, today, at, timetable } = facts;
  const from = payoutDate === undefined || payoutDate <= today ? at : momentIn(zone, payoutDate);
  return dayIn(zone, timetable.opening(terms, from).at);
};

/**
 * Puts in words what a verdict does not show of an accepted row: whom it pays, from and to which account, how, what the
 * bank is told, and who has to approve.
 */
const termsBy = (): ((row: JudgedRow, levels: Levels) => string) => {
  // Thousands of rows mostly share these objects.
  const known = new Map<Levels | OrderDetails, string>();
  const once = <A extends Levels | OrderDetails>(one: A, say: (one: A) => unknown): string => {
    const found = known.get(one) ?? JSON.stringify(say(one));
    known.set(one, found);
    return found;
  };
  return ({ payout: { order }, result }, levels) => {
    if (E.isLeft(result)) return '';
    const { right: terms } = result;
    const own = JSON.stringify([
      order.beneficiaryId,
      terms.beneficiaryCode,
      terms.beneficiaryName,
      terms.debitAccountNumber,
      terms.creditAccountNumber,
      terms.creditIfsc,
      terms.paymentMethod,
    ]);
    const approvers = once(levels, (each) =>
      each.map(({ roleCodes, approvals }) => [roleCodes, approvals]),
    );
    const details = terms.orderDetails;
    return `${own} ${approvers} ${details === undefined ? '' : once(details, (one) => one)}`;
  };
};

/** A verdict in words, in which two verdicts differ if anything but the wording of a rejection does. */
export const inWords = ({ outcome, rejectionCode, fees, ...terms }: Verdict): string =>
  outcome === 'rejected'
    ? `rejected as ${String(rejectionCode)}`
    : `accepted (fees ${String(fees?.base.value)} + ${String(fees?.gst.value)} paise, levels of approval ${String(terms.levelsRequired)}, release ${String(terms.releaseDate)})`;

/** What the decisions of intake on the rows of a batch mean for them. */
export interface Said {
  /** Equal ones are one object. */
  readonly verdicts: ReadonlyArray<Verdict>;
  /** The verdicts {@link inWords}. */
  readonly words: ReadonlyArray<string>;
  /** The digest of the terms of all rows. */
  readonly terms: string;
}

/** Says what the decisions of intake mean, sharing the thread. */
export const saidOf = async (
  judged: ReadonlyArray<JudgedRow>,
  facts: RowFacts,
  pacer: Pick<Pacer, 'breathe'>,
): Promise<Said> => {
  const [verdictOf, termsOf, terms] = [verdictsBy(facts), termsBy(), digest()];
  const words = new Map<Verdict, string>();
  const verdicts = await mapInTurns(judged, pacer, (row) => {
    const levels = E.isLeft(row.result) ? NO_LEVELS : levelsOf(row.payout.order, facts);
    terms.update(`${termsOf(row, levels)}\n`);
    const verdict = verdictOf(row, levels);
    if (!words.has(verdict)) words.set(verdict, inWords(verdict));
    return verdict;
  });
  return {
    verdicts,
    words: verdicts.map((verdict) => words.get(verdict) ?? ''),
    terms: terms.hex(),
  };
};
