import type { DebitAccountId } from '../../../kernel/values/ids.js';
import type { Day, EpochMs } from '../../../kernel/values/time.js';
import type { Traceparent } from '../../../kernel/values/trace.js';
import type {
  AcceptedPayout,
  IntakeOrder,
  OrderDetails,
  PayoutOrder,
  PayoutTerms,
} from '../../payout/payout.js';
import { narrationOf } from '../../payout/payout-view.js';
import type {
  BankDebtor,
  BankGroup,
  BankOrder,
  BankQuestion,
  ProposedOrder,
} from '../../../ports/bank-rail.js';
import { bankRefOf } from './bank-ref.js';

/** What the records of a corporate say of its payouts today. */
export interface PayerToday {
  /** The day of a moment in the zone of its bank. */
  readonly dayOf: (at: EpochMs) => Day;
  /** Who pays from an account: for payouts that were accepted before it was fixed. */
  readonly debtorOf: (account: DebitAccountId) => BankDebtor;
}

export interface OrderContext {
  readonly traceparent?: Traceparent | undefined;
  readonly group?: BankGroup | undefined;
}

/**
 * The order for a payout that is sent, from what was fixed at acceptance and when its first send was committed: the same
 * for every send.
 */
export const bankOrderOf = (
  { order, terms, progress }: AcceptedPayout,
  { dayOf, debtorOf }: PayerToday,
  { traceparent, group }: OrderContext = {},
): BankOrder => {
  const { sentToBankAt } = progress;
  if (sentToBankAt === undefined) throw new Error('an order of a payout that was not sent');
  const details = terms.orderDetails ?? { debtor: debtorOf(terms.debitAccountId) };
  return {
    ...proposedOrderOf(order, terms, details),
    executionDate: dayOf(sentToBankAt),
    ...(group !== undefined && { group }),
    ...(traceparent !== undefined && { traceparent }),
  };
};

/** What is known of an order once intake has decided on its terms. */
export const proposedOrderOf = (
  order: IntakeOrder,
  terms: PayoutTerms,
  { debtor, purpose, creditorLei }: OrderDetails,
): ProposedOrder => {
  const bankRef = bankRefOf(order.transactionId);
  return {
    bankRef,
    bankTenantId: order.tenant.bankTenantId,
    transactionId: order.transactionId,
    amount: order.amount,
    paymentMethod: terms.paymentMethod,
    debitAccountNumber: terms.debitAccountNumber,
    creditAccountNumber: terms.creditAccountNumber,
    ifsc: terms.creditIfsc,
    beneficiaryName: terms.beneficiaryName,
    narration: narrationOf(order),
    corporateTenantId: order.tenant.corporateTenantId,
    debtor,
    reference: order.reference,
    endToEndId: bankRef,
    ...(creditorLei !== undefined && { creditorLei }),
    ...(purpose !== undefined && { purpose }),
    ...(order.jobId !== undefined && { jobId: order.jobId }),
  };
};

/** The question about the order for a payout, whether it was accepted or not. */
export const bankQuestionOf = (
  { transactionId, tenant, amount }: Pick<PayoutOrder, 'transactionId' | 'tenant' | 'amount'>,
  traceparent?: Traceparent,
  groupRef?: string,
): BankQuestion => ({
  bankRef: bankRefOf(transactionId),
  bankTenantId: tenant.bankTenantId,
  transactionId,
  amount,
  ...(groupRef !== undefined && { groupRef }),
  ...(traceparent !== undefined && { traceparent }),
});
