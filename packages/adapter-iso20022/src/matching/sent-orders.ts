import { E } from '@hundi/core';
import { inTurns } from '../let-others-run.js';
import { accountKeyOf } from './account-key.js';
import { knownUtrs, type KnownUtrs } from './known-utrs.js';
import type { OrderReferences } from '../reading/status-answer.js';

/** What is kept of a group that was sent. */
export interface SentGroup {
  readonly paymentInformationId: string;
  /** Whether it is one debit. Absent in what was kept before there were such groups. */
  readonly isOneDebit?: boolean;
  /** The account that its orders are paid from. Absent in what was kept before accounts were kept: then none is compared. */
  readonly debitAccountNumber?: string;
  readonly orders: ReadonlyArray<Pick<SentOrder, 'bankRef' | 'endToEndId' | 'amount'>>;
  /** Paise. */
  readonly sum: number;
}

/** What must be kept of a message that was sent, so that the bank's answers find its orders: each `PaymentInitiation` is one. */
export interface SentMessage {
  readonly messageId: string;
  readonly groups: ReadonlyArray<SentGroup>;
  readonly count: number;
  /** Paise. */
  readonly sum: number;
}

/** An order that was sent, and where it stands. */
export interface SentOrder {
  readonly bankRef: string;
  readonly endToEndId: string;
  /** Paise. */
  readonly amount: number;
  readonly messageId: string;
  readonly paymentInformationId: string;
  readonly debitAccountNumber?: string;
}

/** What is asked for when an order is looked for: its references, and what tells two with the same ones apart. */
export interface Named {
  readonly of: OrderReferences;
  readonly utr?: string;
  /** Paise. */
  readonly amount?: number;
  /** The account of the statement: others may have used the same end-to-end id, or write of the same UTR, elsewhere. */
  readonly account?: string;
}

/** Whether what was sent is paid from the account, as far as that is known. */
export const isPaidFrom = (
  { debitAccountNumber }: Pick<SentGroup, 'debitAccountNumber'>,
  account: string,
): boolean =>
  debitAccountNumber === undefined ||
  debitAccountNumber === account ||
  accountKeyOf(debitAccountNumber) === accountKeyOf(account);

export type NotFound = 'unknown_message' | 'unknown_group' | 'unknown_order' | 'ambiguous';

/** The orders of messages that were sent, by every reference that a bank may name. */
export interface SentOrders {
  readonly message: (messageId: string) => SentMessage | undefined;
  readonly group: (messageId: string, paymentInformationId: string) => SentGroup | undefined;
  readonly ordersOf: (messageId: string, paymentInformationId?: string) => Iterable<SentOrder>;
  /** By message and group first, then by the order's own references, then by amount. */
  readonly find: (named: Named) => E.Either<NotFound, SentOrder>;
  /** The UTR that the bank gave an order before. */
  readonly utrOf: (bankRef: string) => string | undefined;
}

/** The references that a bank gave: it writes NOTPROVIDED where the message wants one and it has none. */
const givenOf = (of: OrderReferences): OrderReferences =>
  Object.fromEntries(Object.entries(of).filter(([, reference]) => reference !== 'NOTPROVIDED'));

function* ordersIn({ messageId, groups }: SentMessage, only?: string): Generator<SentOrder> {
  for (const { paymentInformationId, debitAccountNumber, orders } of groups) {
    if (only !== undefined && only !== paymentInformationId) continue;
    const account = debitAccountNumber === undefined ? {} : { debitAccountNumber };
    for (const { bankRef, endToEndId, amount } of orders)
      yield { bankRef, endToEndId, amount, messageId, paymentInformationId, ...account };
  }
}

export const append = <K, V>(lists: Map<K, V[]>, key: K, value: V): void => {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [value]);
  else list.push(value);
};

/**
 * Indexes messages that were sent.
 *
 * @param paid may grow meanwhile
 */
export const sentOrders = async (
  messages: ReadonlyArray<SentMessage>,
  paid: KnownUtrs = knownUtrs(),
): Promise<SentOrders> => {
  const byMessage = new Map(messages.map((one) => [one.messageId, one]));
  const byRef = new Map<string, SentOrder[]>();
  const byEndToEndId = new Map<string, SentOrder[]>();
  for (const message of byMessage.values())
    for await (const order of inTurns(ordersIn(message))) {
      append(byRef, order.bankRef, order);
      append(byEndToEndId, order.endToEndId, order);
    }
  const group = (messageId: string, id: string) =>
    byMessage
      .get(messageId)
      ?.groups.find(({ paymentInformationId }) => paymentInformationId === id);

  const ofAccount = (orders: ReadonlyArray<SentOrder>, account: string | undefined) =>
    account === undefined ? orders : orders.filter((order) => isPaidFrom(order, account));
  const ofUtr = ({ utr, account }: Named): ReadonlyArray<SentOrder> | undefined => {
    const found =
      utr === undefined
        ? []
        : ofAccount(
            paid.bankRefsOf(utr).flatMap((bankRef) => byRef.get(bankRef) ?? []),
            account,
          );
    return found.length === 0 ? undefined : found;
  };
  /** By references that no two orders share. */
  const certain = (
    { instructionId }: OrderReferences,
    named: Named,
  ): ReadonlyArray<SentOrder> | undefined =>
    (instructionId === undefined ? undefined : byRef.get(instructionId)) ?? ofUtr(named);

  const find = (named: Named): E.Either<NotFound, SentOrder> => {
    const given = givenOf(named.of);
    const { messageId, paymentInformationId, endToEndId } = given;
    const isUnknown = messageId !== undefined && !byMessage.has(messageId);
    const ofOne = certain(given, named);
    const ofSome =
      endToEndId === undefined
        ? undefined
        : // Within a message of ours the bank means ours.
          ofAccount(
            byEndToEndId.get(endToEndId) ?? [],
            messageId === undefined ? named.account : undefined,
          );
    // A bank that fills in message ids of its own still names the order.
    if (isUnknown && ofOne === undefined) return E.left('unknown_message');
    const within = (ofOne ?? ofSome ?? []).filter(
      (order) =>
        isUnknown ||
        ((messageId === undefined || order.messageId === messageId) &&
          (paymentInformationId === undefined ||
            order.paymentInformationId === paymentInformationId)),
    );
    const orders = new Map(within.map((order) => [order.bankRef, order]));
    const [first, ...others] = orders.values();
    if (first === undefined)
      return E.left(
        messageId !== undefined &&
          paymentInformationId !== undefined &&
          group(messageId, paymentInformationId) === undefined
          ? 'unknown_group'
          : 'unknown_order',
      );
    if (others.length === 0) return E.right(first);
    const [same, ...more] = [...orders.values()].filter(({ amount }) => amount === named.amount);
    return same !== undefined && more.length === 0 ? E.right(same) : E.left('ambiguous');
  };

  return {
    message: (messageId) => byMessage.get(messageId),
    group,
    *ordersOf(messageId, paymentInformationId) {
      const message = byMessage.get(messageId);
      if (message !== undefined) yield* ordersIn(message, paymentInformationId);
    },
    find,
    utrOf: paid.utrOf,
  };
};
