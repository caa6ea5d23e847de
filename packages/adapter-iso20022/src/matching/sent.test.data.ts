import type { BankOrder } from '@hundi/core/rail';
import type { PaymentInitiation } from '../initiation/payment-initiation.js';
import { orderOf } from '../orders.test.data.js';

/** A message that was sent, of groups with these orders. */
export const sentMessage = (
  messageId: string,
  groups: Readonly<Record<string, ReadonlyArray<BankOrder>>>,
): PaymentInitiation => {
  const made = Object.entries(groups).map(([paymentInformationId, orders]) => ({
    paymentInformationId,
    isOneDebit: false,
    debitAccountNumber: orders[0]?.debitAccountNumber ?? '',
    orders,
    sum: orders.reduce((sum, { amount }) => sum + amount, 0),
  }));
  return {
    messageId,
    createdAt: 0,
    groups: made,
    count: made.reduce((count, { orders }) => count + orders.length, 0),
    sum: made.reduce((sum, one) => sum + one.sum, 0),
  };
};

/** Two groups: orders 1 and 2, of ₹500.01 and ₹500.02; order 3, of ₹500.03. */
export const SENT = sentMessage('M1', { G1: [orderOf(1), orderOf(2)], G2: [orderOf(3)] });
