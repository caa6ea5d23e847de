import { E } from '../../kernel/fp.js';
import { CURRENCY } from '../../kernel/values/money.js';
import { dayIn, momentIn, type Day } from '../../kernel/values/time.js';
import type { IntakeOrder, PayoutTerms, Rejection } from '../../payout/payout.js';
import { levelsOf } from '../rules/evaluate-batch.js';
import type { JudgedRow } from '../rules/group-rules.js';
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

/**
 * Says what the decision of intake on a row means for it. Verdicts that are equal are one object: a batch has thousands of
 * rows and few verdicts.
 */
export const verdictsBy = (facts: RowFacts): ((row: JudgedRow) => Verdict) => {
  const known = new Map<string, Verdict>();
  const once = (key: string, make: () => Verdict): Verdict => {
    const found = known.get(key) ?? make();
    known.set(key, found);
    return found;
  };
  return ({ payout: { order }, result }) => {
    if (E.isLeft(result)) {
      const { left } = result;
      return once(`${left.code} ${left.message}`, () => rejectedAs(left));
    }
    const { feeBase, feeGst } = result.right;
    const levelsRequired = levelsOf(order, facts).length;
    const releaseDate = releaseDay(order, result.right, facts);
    return once([feeBase, feeGst, levelsRequired, releaseDate].join(' '), () => ({
      outcome: 'accepted',
      rejectionCode: null,
      rejectionMessage: null,
      fees: { base: money(feeBase), gst: money(feeGst), total: money(feeBase + feeGst) },
      levelsRequired,
      releaseDate,
    }));
  };
};

/** The bank day on which the order is sent: its own, or today, and in the window of its account and method. */
const releaseDay = ({ payoutDate }: IntakeOrder, terms: PayoutTerms, facts: RowFacts): Day => {
  const { zone, today, at, timetable } = facts;
  const from = payoutDate === undefined || payoutDate <= today ? at : momentIn(zone, payoutDate);
  return dayIn(zone, timetable.opening(terms, from).at);
};

/** What a verdict does not show of an accepted row: from and to which account, how, and who has to approve. */
export const termsOf = ({ payout, result }: JudgedRow, facts: RowFacts): string => {
  if (E.isLeft(result)) return '';
  const { debitAccountNumber, creditAccountNumber, creditIfsc, paymentMethod } = result.right;
  const levels = levelsOf(payout.order, facts);
  return JSON.stringify([
    debitAccountNumber,
    creditAccountNumber,
    creditIfsc,
    paymentMethod,
    levels.map(({ roleCodes, approvals }) => [roleCodes, approvals]),
  ]);
};

/** A verdict in words, in which two verdicts differ if anything but the wording of a rejection does. */
export const inWords = ({
  outcome,
  rejectionCode,
  fees,
  levelsRequired,
  releaseDate,
}: Verdict): string =>
  outcome === 'rejected'
    ? `rejected as ${String(rejectionCode)}`
    : `accepted (fees ${String(fees?.base.value)} + ${String(fees?.gst.value)} paise, levels of approval ${String(levelsRequired)}, release ${String(releaseDate)})`;

/** {@link inWords}, once for each verdict of a batch. */
export const wordsBy = (): ((verdict: Verdict) => string) => {
  const known = new Map<Verdict, string>();
  return (verdict) => {
    const words = known.get(verdict) ?? inWords(verdict);
    known.set(verdict, words);
    return words;
  };
};
