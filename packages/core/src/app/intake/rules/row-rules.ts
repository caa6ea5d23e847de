import { defaultAccount, type Beneficiary } from '../../../model/beneficiary/payee/beneficiary.js';
import { E } from '../../../kernel/fp.js';
import { addDays, dayIn, type Day } from '../../../kernel/values/time.js';
import type { PaymentMethodCode } from '../../../kernel/values/ids.js';
import { BeneId } from '../../../kernel/values/text.js';
import type {
  IntakeOrder,
  IntakeRow,
  OrderDetails,
  PayoutTerms,
  Rejection,
} from '../../../model/payout/payout.js';
import { rejectionOf, type WordedCode } from '../../../model/payout/rejection.js';
import type { DebitAccount } from '../../../model/tenancy/debit-account.js';
import { bankFault } from './bank-fault.js';
import type { PackageFacts, RowFacts } from './row-facts.js';

type Judged<A> = E.Either<Rejection, A>;

const refused = (left: Rejection): E.Left<Rejection> => ({ _tag: 'Left', left });

const no = (code: WordedCode): E.Left<Rejection> => refused(rejectionOf(code));

/** How far ahead a payout may be dated (decisions §5). */
export const DAYS_AHEAD_MAX = 90;

/**
 * Judges one row by itself: what its maker has access to (§4.5), reference, package, payee, debit account, method, amount,
 * date, purpose, LEI, and what the bank takes, in that order; the first rule that is broken names the rejection. A row that
 * passes gets its terms (decisions §5).
 */
export const judgeRow = (
  { order, holdsReference }: IntakeRow,
  facts: RowFacts,
): Judged<PayoutTerms> => {
  const denied = accessFault(order, facts);
  if (denied !== undefined) return denied;
  if (!holdsReference) return no('duplicate_transaction_reference');
  const found = packageOf(order, facts);
  if (E.isLeft(found)) return found;
  const payee = payeeOf(order, facts);
  if (E.isLeft(payee)) return payee;
  const debit = debitAccountOf(order, found.right, facts);
  if (E.isLeft(debit)) return debit;
  const method = methodOf(order, found.right, debit.right);
  if (E.isLeft(method)) return method;
  const paid = { payee: payee.right, debit: debit.right, method: method.right };
  const wrong =
    amountFault(order, found.right, method.right) ??
    dateFault(order, facts) ??
    calendarFault(order, debit.right, method.right, facts) ??
    purposeFault(order, payee.right, facts) ??
    leiFault(order, paid, facts);
  if (wrong !== undefined) return wrong;
  const agreed = terms(order, found.right, paid, facts);
  const notTaken = bankFault(order, agreed, facts);
  return notTaken === undefined ? E.right(agreed) : E.left(notTaken);
};

/**
 * The terms of a row that the bank has executed, under the rules by which the database accepted it before the
 * restore; undefined if its records are missing. The row counts against no limit: it has used none.
 */
export const termsAnyway = (
  { order }: Pick<IntakeRow, 'order'>,
  facts: RowFacts,
): PayoutTerms | undefined => {
  const found = facts.packages.get(order.packageCode);
  const beneficiary = facts.beneficiaries.get(order.beneficiaryId);
  if (found === undefined || beneficiary === undefined) return undefined;
  const account = accountOf(beneficiary, order);
  const debit = debitOf(order, found, facts);
  const method = order.paymentMethodCode ?? found.configuration.defaultPaymentMethodCode;
  if (account === undefined || debit === undefined || method === null) return undefined;
  const paid = { payee: { beneficiary, account }, debit, method };
  const { limitDay: _, ...unlimited } = terms(order, found, paid, facts);
  return unlimited;
};

/** Comes first, so that a row tells its maker nothing about payees and references of what they may not use. */
const accessFault = (order: IntakeOrder, facts: RowFacts): E.Left<Rejection> | undefined => {
  const found = facts.packages.get(order.packageCode);
  if (found === undefined) return undefined;
  if (!found.granted) return no('package_access_denied');
  const account = debitOf(order, found, facts);
  if (account === undefined || !found.accounts.has(account.debitAccountId)) return undefined;
  return facts.reach.debitAccountIds.has(account.debitAccountId)
    ? undefined
    : no('debit_account_access_denied');
};

const packageOf = (order: IntakeOrder, facts: RowFacts): Judged<PackageFacts> => {
  const found = facts.packages.get(order.packageCode);
  if (found === undefined) return no('package_not_found');
  if (found.package.catalogStatus !== 'active') return no('package_not_active');
  if (found.package.subscriptionStatus !== 'active') return no('package_subscription_inactive');
  return E.right(found);
};

interface Payee {
  readonly beneficiary: Beneficiary;
  readonly account: Beneficiary['accounts'][number];
}

const payeeOf = (order: IntakeOrder, facts: RowFacts): Judged<Payee> => {
  const beneficiary = facts.beneficiaries.get(order.beneficiaryId);
  if (beneficiary === undefined) {
    // A code that no payee holds stands in place of the id, and is none.
    const named = BeneId.is(order.beneficiaryId) ? 'beneId' : 'beneficiaryId';
    return refused({
      code: 'beneficiary_not_found',
      message: 'The beneficiary does not exist.',
      field: named,
    });
  }
  if (beneficiary.state !== 'approved') return no('beneficiary_not_approved');
  if (!beneficiary.packageCodes.includes(order.packageCode))
    return no('beneficiary_not_mapped_to_package');
  const account = accountOf(beneficiary, order);
  return account === undefined
    ? no('beneficiary_account_not_found')
    : E.right({ beneficiary, account });
};

const accountOf = (
  beneficiary: Beneficiary,
  { beneficiaryAccountNumber: named }: IntakeOrder,
): Payee['account'] | undefined =>
  named === undefined
    ? defaultAccount(beneficiary)
    : beneficiary.accounts.find(({ accountNumber }) => accountNumber === named);

const debitOf = (
  { debitAccountNumber }: IntakeOrder,
  { configuration: { defaultDebitAccountId } }: PackageFacts,
  { debitAccounts, debitAccountsById }: RowFacts,
): DebitAccount | undefined => {
  if (debitAccountNumber !== undefined) return debitAccounts.get(debitAccountNumber);
  return defaultDebitAccountId === null ? undefined : debitAccountsById.get(defaultDebitAccountId);
};

const debitAccountOf = (
  order: IntakeOrder,
  found: PackageFacts,
  facts: RowFacts,
): Judged<DebitAccount> => {
  const { configuration, accounts } = found;
  if (order.debitAccountNumber === undefined && configuration.defaultDebitAccountId === null)
    return no('debit_account_missing');
  const account = debitOf(order, found, facts);
  if (account === undefined || !accounts.has(account.debitAccountId))
    return no('debit_account_not_in_package');
  return account.status === 'active' ? E.right(account) : no('debit_account_inactive');
};

const methodOf = (
  order: IntakeOrder,
  { configuration, limits, accounts }: PackageFacts,
  { debitAccountId }: DebitAccount,
): Judged<PaymentMethodCode> => {
  const method = order.paymentMethodCode ?? configuration.defaultPaymentMethodCode;
  if (method === null) return no('payment_method_missing');
  if (!limits.has(method)) return no('payment_method_not_allowed');
  return accounts.get(debitAccountId)?.has(method) === true
    ? E.right(method)
    : no('payment_method_not_allowed_for_debit_account');
};

const amountFault = (
  { amount }: IntakeOrder,
  { limits }: PackageFacts,
  method: PaymentMethodCode,
): E.Left<Rejection> | undefined => {
  const { minimumAmount = null, maximumAmount = null } = limits.get(method) ?? {};
  if (minimumAmount !== null && amount < minimumAmount) return no('amount_below_method_limit');
  if (maximumAmount !== null && amount > maximumAmount) return no('amount_above_method_limit');
  return undefined;
};

/** The bank day of the acceptance. What a partner sends in time breaks no rule because intake is late. */
const dayOf = ({ createdAt }: IntakeOrder, { zone }: RowFacts): Day => dayIn(zone, createdAt);

const dateFault = (order: IntakeOrder, facts: RowFacts): E.Left<Rejection> | undefined => {
  const { payoutDate } = order;
  if (payoutDate === undefined) return undefined;
  const accepted = dayOf(order, facts);
  if (payoutDate < accepted) return no('payout_date_in_past');
  return payoutDate > addDays(accepted, DAYS_AHEAD_MAX)
    ? refused({
        code: 'payout_date_too_far',
        message: `The payout date is more than ${String(DAYS_AHEAD_MAX)} days ahead.`,
        field: 'payoutDate',
      })
    : undefined;
};

/** The bank may be closed on a day that its calendars do not know. */
const calendarFault = (
  { payoutDate }: IntakeOrder,
  { debitAccountId }: DebitAccount,
  paymentMethod: PaymentMethodCode,
  { timetable }: RowFacts,
): E.Left<Rejection> | undefined => {
  if (payoutDate === undefined || !timetable.hasCalendars) return undefined;
  const { windows } = timetable.hours({ debitAccountId, paymentMethod });
  const ends = windows.map(({ calendar }) => calendar?.until ?? payoutDate).sort();
  const end = ends.at(-1) ?? payoutDate;
  return payoutDate > end
    ? refused({
        code: 'payout_date_too_far',
        message: `The payout date is after ${end}, the end of the bank's calendar.`,
        field: 'payoutDate',
      })
    : undefined;
};

const purposeFault = (
  order: IntakeOrder,
  { beneficiary }: Payee,
  { purposes }: RowFacts,
): E.Left<Rejection> | undefined => {
  const purpose = order.purpose ?? beneficiary.purpose;
  if (purpose === undefined || purposes.has(purpose)) return undefined;
  return order.purpose === undefined
    ? refused({
        code: 'purpose_not_allowed',
        message: "The bank's list of purposes does not have what the beneficiary is paid for.",
        field: 'beneficiaryId',
      })
    : refused({
        code: 'purpose_not_allowed',
        message: "The bank's list of purposes does not have this one.",
        field: 'purpose',
      });
};

/** Whom a payment pays, from which account and how. */
interface Paid {
  readonly payee: Payee;
  readonly debit: DebitAccount;
  readonly method: PaymentMethodCode;
}

const leiFault = (
  { amount }: IntakeOrder,
  { payee: { beneficiary }, debit: { debitAccountId }, method }: Paid,
  { leiThresholds, orderDetails }: RowFacts,
): E.Left<Rejection> | undefined => {
  if (amount < (leiThresholds.get(method) ?? Infinity)) return undefined;
  const { debtor } = orderDetails.get(debitAccountId) as OrderDetails;
  if (debtor.lei === undefined) {
    return refused({
      code: 'lei_missing',
      message: 'The amount needs the LEI of the payer, which the bank has not set up.',
      field: 'debitAccountNumber',
    });
  }
  return beneficiary.lei === undefined
    ? refused({
        code: 'lei_missing',
        message: 'The amount needs the LEI of the beneficiary, which is not on file.',
        field: 'beneficiaryId',
      })
    : undefined;
};

/** The same object for all rows of an account to which their payment and payee add nothing. */
const detailsOf = (
  { purpose: asked }: IntakeOrder,
  { purpose: usual, lei: creditorLei }: Beneficiary,
  ofAccount: OrderDetails,
): OrderDetails => {
  const purpose = asked ?? usual;
  if (purpose === undefined && creditorLei === undefined) return ofAccount;
  return {
    debtor: ofAccount.debtor,
    ...(purpose !== undefined && { purpose }),
    ...(creditorLei !== undefined && { creditorLei }),
  };
};

const terms = (
  order: IntakeOrder,
  found: PackageFacts,
  { payee: { beneficiary, account }, debit, method }: Paid,
  facts: RowFacts,
): PayoutTerms & { readonly orderDetails: OrderDetails } => {
  const { policyVersion, orderDetails } = facts;
  const fees = found.fees.get(method) ?? { base: 0, gst: 0 };
  const ofAccount = orderDetails.get(debit.debitAccountId) as OrderDetails;
  return {
    debitAccountId: debit.debitAccountId,
    debitAccountNumber: debit.accountNumber,
    paymentMethod: method,
    beneficiaryCode: beneficiary.beneId,
    beneficiaryName: beneficiary.name,
    creditAccountNumber: account.accountNumber,
    creditIfsc: account.ifsc,
    feeBase: fees.base,
    feeGst: fees.gst,
    masked: found.configuration.maskConfidentialDetails,
    orderDetails: detailsOf(order, beneficiary, ofAccount),
    ...(found.package.dailyAmountLimit !== null && {
      limitDay: order.payoutDate ?? dayOf(order, facts),
    }),
    ...(policyVersion !== undefined && { policyVersion }),
  };
};
