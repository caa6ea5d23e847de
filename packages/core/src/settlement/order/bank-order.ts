import type { Traceparent } from '../../kernel/values/trace.js';
import type { AcceptedPayout } from '../../payout/payout.js';
import { narrationOf } from '../../payout/payout-view.js';
import type { BankOrder } from '../../ports/bank-rail.js';
import { bankRefOf } from './bank-ref.js';

/** The order for a payout, from what was frozen at acceptance: the same for every send and query. */
export const bankOrderOf = (
  { order, terms }: AcceptedPayout,
  traceparent?: Traceparent,
): BankOrder => ({
  bankRef: bankRefOf(order.transactionId),
  bankTenantId: order.tenant.bankTenantId,
  transactionId: order.transactionId,
  amount: order.amount,
  paymentMethod: terms.paymentMethod,
  debitAccountNumber: terms.debitAccountNumber,
  creditAccountNumber: terms.creditAccountNumber,
  ifsc: terms.creditIfsc,
  beneficiaryName: terms.beneficiaryName,
  narration: narrationOf(order),
  ...(traceparent !== undefined && { traceparent }),
});
