import { E } from '../../kernel/fp.js';
import { CURRENCY } from '../../kernel/values/money.js';
import { dayIn, momentIn, type Day } from '../../kernel/values/time.js';
import type { IntakeOrder, PayoutTerms } from '../../payout/payout.js';
import { levelsOf } from '../rules/evaluate-batch.js';
import type { JudgedRow } from '../rules/group-rules.js';
import type { RowFacts } from '../rules/row-facts.js';
import type { Verdict } from './batch-preview.js';

const money = (value: number) => ({ value, currency: CURRENCY }) as const;

/** What the decision of intake on a row means for it. */
export const verdictOf = ({ payout, result }: JudgedRow, facts: RowFacts): Verdict => {
  if (E.isLeft(result)) {
    return {
      outcome: 'rejected',
      rejectionCode: result.left.code,
      rejectionMessage: result.left.message,
      fees: null,
      levelsRequired: null,
      releaseDate: null,
    };
  }
  const { feeBase, feeGst } = result.right;
  return {
    outcome: 'accepted',
    rejectionCode: null,
    rejectionMessage: null,
    fees: { base: money(feeBase), gst: money(feeGst), total: money(feeBase + feeGst) },
    levelsRequired: levelsOf(payout.order, facts).length,
    releaseDate: releaseDay(payout.order, result.right, facts),
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
