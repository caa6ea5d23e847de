import { E, type StatusDetails } from '@hundi/core';
import type { BankAccepted, BankReport, BankVerdict } from '@hundi/core/rail';
import { cutText, lengthOf } from '../guide/fit-text.js';
import { UNEXPLAINED } from '../guide/reasons.js';
import type { UsageGuide } from '../guide/usage-guide.js';
import { inTurns } from '../let-others-run.js';
import type { Reason, StatusAnswer } from '../reading/status-answer.js';
import type { Matched, Mismatch, Unmatched } from './matched.js';
import type { SentOrder, SentOrders } from './sent-orders.js';
import { utrOf } from './utr-of.js';

/** A bank may write without end, and what it says of a group is kept with each order of it. */
const WORDS_MAX = 500;

const joined = (words: Iterable<string>, between: string): string => {
  let all = '';
  for (const word of words) {
    if (all.length > WORDS_MAX) break;
    if (word !== '') all += all === '' ? word : between + word;
  }
  return all;
};

function* textsOf(reasons: ReadonlyArray<Reason>): Generator<string> {
  for (const { code = '', texts } of reasons) yield joined([code, joined(texts, ' ')], ' ');
}

/** What the bank says of a refusal, in words: its codes and texts, at most 500 characters of them. */
export const wordsOf = (reasons: ReadonlyArray<Reason>, otherwise: string): string => {
  const words = joined(textsOf(reasons), '; ') || otherwise;
  return lengthOf(words) <= WORDS_MAX ? words : `${cutText(words, WORDS_MAX - 1)}…`;
};

/** What the guide knows of the first reason that it has. */
const meaningOf = (
  reasons: ReadonlyArray<Reason>,
  guide: UsageGuide,
): ReturnType<UsageGuide['reasons']['get']> => {
  for (const { code } of reasons) {
    const meaning = code === undefined ? undefined : guide.reasons.get(code);
    if (meaning !== undefined) return meaning;
  }
  return undefined;
};

const detailsOf = ({ reasons, status }: StatusAnswer, guide: UsageGuide): StatusDetails => {
  return {
    ...(meaningOf(reasons, guide) ?? UNEXPLAINED),
    message: `${guide.bank}: ${wordsOf(reasons, status ?? '')}`,
  };
};

/** The verdict of an answer about one order; undefined where it says nothing of one. */
const verdictOf = (
  answer: StatusAnswer,
  guide: UsageGuide,
): BankVerdict | BankAccepted | undefined | Mismatch => {
  const meaning = answer.status === undefined ? undefined : guide.statuses.get(answer.status);
  switch (meaning) {
    case 'accepted':
      return { kind: 'accepted' };
    case 'refused':
      return { kind: 'refused', details: detailsOf(answer, guide) };
    case 'paid': {
      const utr = utrOf(answer.references, guide);
      return utr === undefined
        ? 'no_utr'
        : { kind: 'paid', utr, bankReference: answer.references.AcctSvcrRef ?? utr };
    }
    case 'part':
      return undefined;
    case undefined:
      return 'unknown_status';
  }
};

const differs = ({ amount }: StatusAnswer, order: SentOrder): boolean =>
  amount !== undefined && (!('paise' in amount) || amount.paise !== order.amount);

const totalsDiffer = (
  { count, sum }: StatusAnswer,
  sent: { readonly count: number; readonly sum: number },
): boolean =>
  (count !== undefined && count !== sent.count) || (sum !== undefined && sum !== sent.sum);

const LEVELS = ['order', 'group', 'message'] as const;

/**
 * What the answers of one `pain.002` say of orders that were sent. An answer about an order counts before one about its
 * group, and that before one about the whole message: those speak for the orders that the message does not name.
 *
 * @param answers all of the message
 */
export const matchStatuses = async (
  answers: ReadonlyArray<StatusAnswer>,
  sent: SentOrders,
  guide: UsageGuide,
): Promise<Matched> => {
  const reports: BankReport[] = [];
  const unmatched: Unmatched[] = [];
  const answered = new Set<string>();

  const report = async (answer: StatusAnswer, orders: Iterable<SentOrder>): Promise<void> => {
    const verdict = verdictOf(answer, guide);
    for await (const order of inTurns(orders)) {
      if (answered.has(order.bankRef)) continue;
      answered.add(order.bankRef);
      if (typeof verdict === 'object')
        reports.push({ reportId: answer.messageId, bankRef: order.bankRef, verdict });
    }
    if (typeof verdict === 'string') unmatched.push({ reason: verdict, said: answer });
  };

  const ofOrder = (answer: StatusAnswer): void => {
    const { amount, of } = answer;
    const found = sent.find({
      of,
      ...(amount !== undefined && 'paise' in amount && { amount: amount.paise }),
    });
    if (E.isLeft(found)) {
      unmatched.push({ reason: found.left, said: answer });
      return;
    }
    const order = found.right;
    const verdict = differs(answer, order) ? 'amount_differs' : verdictOf(answer, guide);
    answered.add(order.bankRef);
    if (typeof verdict === 'string') unmatched.push({ reason: verdict, said: answer, order });
    else if (verdict !== undefined)
      reports.push({ reportId: answer.messageId, bankRef: order.bankRef, verdict });
  };

  const ofMany = async (answer: StatusAnswer): Promise<void> => {
    const { messageId = '', paymentInformationId } = answer.of;
    const message = sent.message(messageId);
    const group =
      paymentInformationId === undefined ? undefined : sent.group(messageId, paymentInformationId);
    const whole =
      answer.level === 'message'
        ? message
        : group && { count: group.orders.length, sum: group.sum };
    if (whole === undefined)
      unmatched.push({
        reason: message === undefined ? 'unknown_message' : 'unknown_group',
        said: answer,
      });
    else if (totalsDiffer(answer, whole)) unmatched.push({ reason: 'totals_differ', said: answer });
    else await report(answer, sent.ordersOf(messageId, paymentInformationId));
  };

  for (const level of LEVELS)
    for await (const answer of inTurns(answers)) {
      if (answer.level !== level) continue;
      if (level === 'order') ofOrder(answer);
      else await ofMany(answer);
    }
  return { reports, unmatched };
};
