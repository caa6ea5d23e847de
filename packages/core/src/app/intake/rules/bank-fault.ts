import type {
  IntakeOrder,
  OrderDetails,
  PayoutTerms,
  Rejection,
} from '../../../model/payout/payout.js';
import type { NotTaken } from '../../../ports/bank-rail.js';
import { keptText } from '../../../ports/nonsense.js';
import { proposedOrderOf } from '../../../model/settlement/order/bank-order.js';
import type { RowFacts } from './row-facts.js';

/** The field of a payment that has to be another one, by what of the order the bank does not take. */
const FIELDS: Readonly<Record<NotTaken['of'], (order: IntakeOrder) => string | undefined>> = {
  amount: () => 'amount',
  paymentMethod: () => 'paymentMethodCode',
  debtor: () => 'debitAccountNumber',
  debitAccountNumber: () => 'debitAccountNumber',
  beneficiaryName: () => 'beneficiaryId',
  creditorLei: () => 'beneficiaryId',
  creditAccountNumber: (order) => accountFieldOf(order),
  ifsc: (order) => accountFieldOf(order),
  purpose: (order) => (order.purpose === undefined ? 'beneficiaryId' : 'purpose'),
  narration: ({ remark }) => ((remark ?? '') === '' ? 'transactionReference' : 'remark'),
  reference: () => 'transactionReference',
  bankRef: () => undefined,
  bankTenantId: () => undefined,
  corporateTenantId: () => undefined,
  endToEndId: () => undefined,
  jobId: () => undefined,
  transactionId: () => undefined,
};

const accountFieldOf = ({ beneficiaryAccountNumber }: IntakeOrder): string =>
  beneficiaryAccountNumber === undefined ? 'beneficiaryId' : 'beneficiaryAccountNumber';

/** What the bank never takes of a row that no other rule rejects, in the words of its rail. */
export const bankFault = (
  order: IntakeOrder,
  terms: PayoutTerms & { readonly orderDetails: OrderDetails },
  { bankRail }: RowFacts,
): Rejection | undefined => {
  if (bankRail.refuses === undefined) return undefined;
  const notTaken = bankRail.refuses(proposedOrderOf(order, terms, terms.orderDetails));
  if (notTaken === undefined) return undefined;
  const { of, message } = notTaken;
  const field = FIELDS[of](order);
  return { code: 'not_taken_by_bank', message, ...(field !== undefined && { field }) };
};

/** Reads what a rail says that the bank never takes of an order; undefined where it says nothing. */
export const readNotTaken = (said: unknown): NotTaken | 'nonsense' | undefined => {
  if (said === undefined) return undefined;
  const { of, message: words } = Object(said) as Readonly<Record<string, unknown>>;
  const message = keptText(words);
  return typeof of === 'string' &&
    Object.hasOwn(FIELDS, of) &&
    message !== undefined &&
    message.trim() !== ''
    ? { of: of as NotTaken['of'], message }
    : 'nonsense';
};
