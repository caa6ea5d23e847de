import type { IntakeOrder, OrderDetails, PayoutTerms, Rejection } from '../../payout/payout.js';
import type { NotTaken } from '../../ports/bank-rail.js';
import { proposedOrderOf } from '../../settlement/order/bank-order.js';
import type { RowFacts } from './row-facts.js';

/** What the bank never takes of a row that no other rule rejects, in the words of its rail. */
export const bankFault = (
  order: IntakeOrder,
  terms: PayoutTerms & { readonly orderDetails: OrderDetails },
  { bankRail }: RowFacts,
): Rejection | undefined => {
  if (bankRail.refuses === undefined) return undefined;
  const notTaken = bankRail.refuses(proposedOrderOf(order, terms, terms.orderDetails));
  if (notTaken === undefined) return undefined;
  const field = fieldOf(notTaken, order);
  return {
    code: 'not_taken_by_bank',
    message: notTaken.message,
    ...(field !== undefined && { field }),
  };
};

/** The field of the payment that has to be another one. */
const fieldOf = (
  { of }: NotTaken,
  { beneficiaryAccountNumber, purpose, remark }: IntakeOrder,
): string | undefined => {
  switch (of) {
    case 'amount':
      return 'amount';
    case 'paymentMethod':
      return 'paymentMethodCode';
    case 'debtor':
    case 'debitAccountNumber':
      return 'debitAccountNumber';
    case 'beneficiaryName':
    case 'creditorLei':
      return 'beneficiaryId';
    case 'creditAccountNumber':
    case 'ifsc':
      return beneficiaryAccountNumber === undefined ? 'beneficiaryId' : 'beneficiaryAccountNumber';
    case 'purpose':
      return purpose === undefined ? 'beneficiaryId' : 'purpose';
    case 'narration':
      return (remark ?? '') === '' ? 'transactionReference' : 'remark';
    case 'reference':
      return 'transactionReference';
    case 'bankRef':
    case 'bankTenantId':
    case 'corporateTenantId':
    case 'endToEndId':
    case 'jobId':
    case 'transactionId':
      return undefined;
  }
};
