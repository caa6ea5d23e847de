import { E } from '@hundi/core';
import type { BankReport } from '@hundi/core/rail';
import type { Amount } from '../amount.js';
import type { UsageGuide } from '../guide/usage-guide.js';
import type { EntryPart, EntryTransaction, Side, StatementEntry } from '../reading/statement.js';
import type { BankReferences, OrderReferences } from '../reading/status-answer.js';
import { isSumOf } from './entry-sum.js';
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
  /** Its entry, where it is the only payment of it: then the entry moved what it says, too. */
  readonly ownEntry: StatementEntry | undefined;
  readonly charges: number | undefined;
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
    ownEntry: isOnly ? entry : undefined,
    charges: transaction?.charges,
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

/** Whether what the payment says of its amount, and what its entry moved where it is alone in it, is the order's. */
const isOfAmount = (
  { amount, ownEntry, charges }: Payment,
  order: SentOrder,
  sent: SentOrders,
): boolean => {
  // Where the payment states none, the amount is that of its entry.
  const isStated = amount !== undefined && amount !== ownEntry?.amount;
  if (isStated && (!('paise' in amount) || amount.paise !== order.amount)) return false;
  return ownEntry === undefined || comesTo(ownEntry, order.amount, charges, sent);
};

/** Whether an entry is of payments of this sum, or of the whole group of which the bank lists these. */
const comesTo = (
  entry: StatementEntry,
  paise: number,
  charges: number | undefined,
  sent: SentOrders,
): boolean => {
  if (isSumOf(entry, paise, charges)) return true;
  const group = sent.group(entry.group?.messageId ?? '', entry.group?.paymentInformationId ?? '');
  return group !== undefined && isSumOf(entry, group.sum, charges);
};

const whatItSays = (
  payment: Payment,
  { order, isCertain }: Found,
  sent: SentOrders,
  guide: UsageGuide,
): BankReport['verdict'] | Mismatch => {
  const { references, side } = payment;
  if (!isOfAmount(payment, order, sent)) return 'amount_differs';
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

/** What entries say, part by part. */
export interface EntryMatching {
  /** Answers what the entry says that ends with the part, and nothing before its end. */
  readonly add: (part: EntryPart) => Matched;
  /** What is known of an entry whose end has not come: nothing is said of its sum. */
  readonly rest: () => Matched;
}

/** An entry while its parts come. */
interface OpenEntry {
  readonly reports: BankReport[];
  readonly unmatched: Unmatched[];
  /** What its payments come to on its side, in paise; NaN where that is not known. */
  sum: number;
  charges: number;
}

const openEntry = (isWhole: boolean): OpenEntry => ({
  reports: [],
  unmatched: [],
  sum: isWhole ? 0 : Number.NaN,
  charges: 0,
});

const NOTHING: Matched = { reports: [], unmatched: [] };

/** Matches the entries of a message while it is read. Where the payments of an entry do not come to it, none is reported. */
export const entryMatching = (sent: SentOrders, guide: UsageGuide): EntryMatching => {
  const one = (
    { reports, unmatched }: OpenEntry,
    part: EntryPart,
    transaction: EntryTransaction | undefined,
    payment: Payment,
  ): SentOrder | undefined => {
    const { statement, entry } = part;
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
      return undefined;
    }
    const { order } = found.right;
    const verdict = isPaidFrom(order, account)
      ? whatItSays(payment, found.right, sent, guide)
      : 'account_differs';
    if (typeof verdict === 'string') miss(verdict, order);
    else reports.push({ reportId: statement.messageId, bankRef: order.bankRef, verdict });
    return order;
  };

  /** One of several payments, which adds to the sum. */
  const oneOfSeveral = (open: OpenEntry, part: EntryPart, transaction: EntryTransaction): void => {
    const payment = paymentOf(part, transaction, guide);
    const order = one(open, part, transaction, payment);
    const { amount, side, charges = 0 } = payment;
    // Where the bank states no amount, it says that it is the order's.
    const paise = amount === undefined ? order?.amount : 'paise' in amount ? amount.paise : NaN;
    open.sum += side === part.entry.side ? (paise ?? NaN) : -(paise ?? NaN);
    open.charges += charges;
  };

  const whole = ({ reports, unmatched }: OpenEntry, { statement, entry }: EntryPart): void => {
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

  const addTo = (open: OpenEntry, part: EntryPart): void => {
    const [transaction] = part.transactions;
    if (isGroup(part) && part.isLast) whole(open, part);
    else if (part.isFirst && part.isLast && part.transactions.length <= 1)
      one(open, part, transaction, paymentOf(part, transaction, guide));
    else for (const each of part.transactions) oneOfSeveral(open, part, each);
  };

  const ended = (
    { reports, unmatched, sum, charges }: OpenEntry,
    { statement, entry, isFirst, transactions }: EntryPart,
  ): Matched => {
    const isOne = isFirst && transactions.length <= 1;
    if (isOne || reports.length === 0 || Number.isNaN(sum) || comesTo(entry, sum, charges, sent))
      return { reports, unmatched };
    const differs = { reason: 'totals_differ', said: { statement, entry } } as const;
    return { reports: [], unmatched: [...unmatched, differs] };
  };

  let open: OpenEntry | undefined;
  return {
    add: (part) => {
      if (part.entry.status !== 'BOOK') return NOTHING;
      const current = (part.isFirst ? undefined : open) ?? openEntry(part.isFirst);
      addTo(current, part);
      open = part.isLast ? undefined : current;
      return part.isLast ? ended(current, part) : NOTHING;
    },
    rest: () => open ?? NOTHING,
  };
};

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
  const matching = entryMatching(sent, guide);
  const all = [...parts.map(matching.add), matching.rest()];
  return {
    reports: all.flatMap(({ reports }) => reports),
    unmatched: all.flatMap(({ unmatched }) => unmatched),
  };
};

/** One debit for a whole group says that the bank has all of it; it gives no UTR of any order. */
const groupMismatch = (
  entry: StatementEntry,
  group: ReturnType<SentOrders['group']>,
  count: number | undefined,
  account: string,
): Mismatch | undefined => {
  if (group === undefined) return 'unknown_group';
  if (!isPaidFrom(group, account)) return 'account_differs';
  if (entry.side === 'credit' || entry.isReversal) return 'not_a_return';
  const isSame =
    isSumOf(entry, group.sum) && (count === undefined || count === group.orders.length);
  return isSame ? undefined : 'totals_differ';
};
