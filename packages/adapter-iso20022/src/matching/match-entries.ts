import { E } from '@hundi/core';
import type { BankReport } from '@hundi/core/rail';
import type { Amount } from '../amount.js';
import type { UsageGuide } from '../guide/usage-guide.js';
import type { EntryPart, EntryTransaction, Side, StatementEntry } from '../reading/statement.js';
import type { BankReferences, OrderReferences } from '../reading/status-answer.js';
import type { Matched, Mismatch, Unmatched } from './matched.js';
import { wordsOf } from './match-statuses.js';
import {
  isPaidFrom,
  type Named,
  type NotFound,
  type SentOrder,
  type SentOrders,
} from './sent-orders.js';
import { utrOf } from './utr-of.js';

/** One payment of an entry, with what its entry says of it. */
interface Payment {
  readonly of: OrderReferences;
  readonly references: BankReferences;
  readonly amount: Amount | undefined;
  readonly side: Side;
  /** Whether its entry has the other side. */
  readonly isAgainstEntry: boolean;
  readonly isReturn: boolean;
  readonly why: string;
}

const hasCode = ({ returnCodes }: UsageGuide, codes: ReadonlyArray<string> | undefined): boolean =>
  codes?.some((code) => returnCodes.has(code)) === true;

const paymentOf = (
  { entry, transactions, isFirst, isLast }: EntryPart,
  transaction: EntryTransaction | undefined,
  guide: UsageGuide,
): Payment => {
  const { bankReference, group } = entry;
  // A single payment is its entry: what it leaves out, the entry says.
  const isOnly = isFirst && isLast && transactions.length <= 1;
  const { messageId, paymentInformationId } = group ?? {};
  return {
    of: {
      ...(messageId !== undefined && { messageId }),
      ...(paymentInformationId !== undefined && { paymentInformationId }),
      ...transaction?.of,
    },
    references: {
      ...(isOnly && bankReference !== undefined && { AcctSvcrRef: bankReference }),
      ...transaction?.references,
    },
    amount: transaction?.amount ?? (isOnly ? entry.amount : undefined),
    side: transaction?.side ?? entry.side,
    isAgainstEntry: transaction?.side !== undefined && transaction.side !== entry.side,
    isReturn:
      entry.isReversal ||
      transaction?.returned !== undefined ||
      hasCode(guide, entry.codes) ||
      hasCode(guide, transaction?.codes),
    why: wordsOf(
      transaction?.returned === undefined ? [] : [transaction.returned],
      transaction?.note ?? entry.note ?? 'returned',
    ),
  };
};

/** What may be the UTR of the payment that came back: a reference of the bank, which no payer chooses. */
const utrsOfBank = ({ references }: Payment, guide: UsageGuide): ReadonlyArray<string> => {
  const utr = utrOf(references, guide);
  const own = (references.proprietary ?? []).map(({ reference }) => reference);
  return utr === undefined ? own : [utr, ...own];
};

/** And a word that anybody may have written who paid into the account. */
const utrsInWords = (
  { note }: StatementEntry,
  transaction: EntryTransaction | undefined,
): ReadonlyArray<string> =>
  [
    ...(transaction?.creditorReferences ?? []),
    ...(transaction?.remittance ?? []),
    transaction?.note ?? '',
    note ?? '',
  ].flatMap((text) => text.split(/[^A-Za-z0-9]+/));

/** The order of a payment, and whether the bank alone can have named it so. */
interface Found {
  readonly order: SentOrder;
  readonly isCertain: boolean;
}

const orderOf = (
  payment: Payment,
  words: ReadonlyArray<string>,
  account: string,
  sent: SentOrders,
  guide: UsageGuide,
): E.Either<NotFound, Found> => {
  const { of, amount, side } = payment;
  const paise = amount !== undefined && 'paise' in amount ? { amount: amount.paise } : {};
  const named = sent.find({ of, account, ...paise });
  // Nobody but we and the bank knows the id of the message.
  if (E.isRight(named))
    return E.right({ order: named.right, isCertain: of.messageId === named.right.messageId });
  if (side === 'debit') return named;
  const byUtr = (utrs: ReadonlyArray<string>, on: Pick<Named, 'account'>) =>
    utrs.map((utr) => sent.find({ of: {}, utr, ...paise, ...on })).find(E.isRight)?.right;
  const byBank = byUtr(utrsOfBank(payment, guide), {});
  const order = byBank ?? byUtr(words, { account });
  return order === undefined ? named : E.right({ order, isCertain: byBank !== undefined });
};

const whatItSays = (
  payment: Payment,
  { order, isCertain }: Found,
  sent: SentOrders,
  guide: UsageGuide,
): BankReport['verdict'] | Mismatch => {
  const { amount, references, side } = payment;
  if (amount !== undefined && (!('paise' in amount) || amount.paise !== order.amount))
    return 'amount_differs';
  if (payment.isAgainstEntry && !payment.isReturn) return 'side_differs';
  const utr = utrOf(references, guide);
  if (side === 'debit') {
    if (payment.isReturn) return 'reversed_credit';
    if (guide.bookedDebit === 'accepted') return { kind: 'accepted' };
    return utr === undefined
      ? 'no_utr'
      : { kind: 'paid', utr, bankReference: references.AcctSvcrRef ?? utr };
  }
  if (!payment.isReturn && !isCertain) return 'not_a_return';
  const paidBy = sent.utrOf(order.bankRef) ?? utr ?? references.AcctSvcrRef;
  return paidBy === undefined
    ? 'no_utr'
    : {
        kind: 'returned',
        utr: paidBy,
        bankReference: references.AcctSvcrRef ?? paidBy,
        message: `${guide.bank}: ${payment.why}`,
      };
};

const isGroup = ({ entry, transactions, isFirst }: EntryPart): boolean =>
  isFirst && transactions.length === 0 && entry.group?.paymentInformationId !== undefined;

/**
 * What entries of statements and notifications say of orders that were sent. Only what is booked counts. Every payment
 * that is none of these orders is among the unmatched, as `unknown_order`: charges, interest, money of others.
 *
 * @param parts of one message, all of it or some
 */
export const matchEntries = (
  parts: ReadonlyArray<EntryPart>,
  sent: SentOrders,
  guide: UsageGuide,
): Matched => {
  const reports: BankReport[] = [];
  const unmatched: Unmatched[] = [];

  const one = (part: EntryPart, transaction: EntryTransaction | undefined): void => {
    const { statement, entry } = part;
    const payment = paymentOf(part, transaction, guide);
    const miss = (reason: Mismatch, order?: SentOrder): void => {
      unmatched.push({
        reason,
        said: { statement, entry, ...(transaction !== undefined && { transaction }) },
        ...(order !== undefined && { order }),
      });
    };
    const account = statement.accountNumber;
    const found = orderOf(payment, utrsInWords(entry, transaction), account, sent, guide);
    if (E.isLeft(found)) {
      miss(found.left);
      return;
    }
    const { order } = found.right;
    const verdict = isPaidFrom(order, account)
      ? whatItSays(payment, found.right, sent, guide)
      : 'account_differs';
    if (typeof verdict === 'string') miss(verdict, order);
    else reports.push({ reportId: statement.messageId, bankRef: order.bankRef, verdict });
  };

  const whole = ({ statement, entry }: EntryPart): void => {
    const { messageId = '', paymentInformationId = '', count } = entry.group ?? {};
    const group = sent.group(messageId, paymentInformationId);
    const reason = groupMismatch(entry, group, count, statement.accountNumber);
    const orders = sent.ordersOf(messageId, paymentInformationId);
    if (reason !== undefined) {
      // The account of the statement is another's: only an order says whose group it is.
      const [order] = reason === 'account_differs' ? orders : [];
      unmatched.push({
        reason,
        said: { statement, entry },
        ...(order !== undefined && { order }),
      });
      return;
    }
    for (const { bankRef } of orders)
      reports.push({ reportId: statement.messageId, bankRef, verdict: { kind: 'accepted' } });
  };

  for (const part of parts) {
    if (part.entry.status !== 'BOOK') continue;
    if (isGroup(part) && part.isLast) whole(part);
    else if (part.transactions.length === 0) one(part, undefined);
    else for (const transaction of part.transactions) one(part, transaction);
  }
  return { reports, unmatched };
};

/** One debit for a whole group says that the bank has all of it; it gives no UTR of any order. */
const groupMismatch = (
  { amount, side, isReversal }: StatementEntry,
  group: ReturnType<SentOrders['group']>,
  count: number | undefined,
  account: string,
): Mismatch | undefined => {
  if (group === undefined) return 'unknown_group';
  if (!isPaidFrom(group, account)) return 'account_differs';
  if (side === 'credit' || isReversal) return 'not_a_return';
  const isSame =
    'paise' in amount &&
    amount.paise === group.sum &&
    (count === undefined || count === group.orders.length);
  return isSame ? undefined : 'totals_differ';
};
