import * as t from 'io-ts';
import { about, alias } from '../../../kernel/codecs/documented.js';
import { BeneficiaryId, PackageCode, TransactionId } from '../../../kernel/values/ids.js';
import { Metadata } from '../../../kernel/values/metadata.js';
import { CURRENCY, Money, Paise } from '../../../kernel/values/money.js';
import { describedRecord, record } from '../../../kernel/codecs/record.js';
import { maskAccount } from '../../../model/payout/masking.js';
import { debitAccountOf, statusOf, type Payout } from '../../../model/payout/payout.js';
import { TITLE } from './report-search.js';
import { ShownAccountNumber, TransactionStatus } from '../../../model/payout/transaction-object.js';

const UNKNOWN = 'Empty while intake has not accepted the payment.';

const ReportItem = record('ReportItem', {
  itemId: about(TransactionId, 'The transactionId: a transaction has one item.'),
  beneficiaryId: BeneficiaryId,
  amount: Paise,
  state: TransactionStatus,
  accountNumber: about(
    ShownAccountNumber,
    'Masked as XXXXXX and the last four digits if the package masks confidential details. Until the service has accepted the payment, the value from the request, if any.',
  ),
  ifsc: about(t.string, UNKNOWN),
});

/** A transaction as reports show it (§2.9): one item each, `queued` until intake has decided on it. */
export const ReportTransaction = describedRecord(
  'ReportTransaction',
  'A transaction as reports show it (§2.9).',
  {
    transactionId: TransactionId,
    title: about(t.string, '`Payout to` and the name of the beneficiary.'),
    state: TransactionStatus,
    totalAmount: Money,
    packageCode: PackageCode,
    debitAccountId: about(
      t.string,
      'Empty until the service has validated the payment, and if a rejected payment named no account of the corporate.',
    ),
    items: alias(t.readonlyArray(ReportItem), { minItems: 1, maxItems: 1 }),
  },
  { metadata: Metadata },
);
export type ReportTransaction = t.TypeOf<typeof ReportTransaction>;

/** The values that a report shows of a payout that intake has not accepted yet, beyond its own record. */
export interface UnacceptedFacts {
  /** The payee's name, if there is such a payee. */
  readonly nameOf: (id: BeneficiaryId) => string | undefined;
  /** Whether payouts of the package show account numbers masked (decisions §6). */
  readonly isMasked: (code: PackageCode) => boolean;
}

/** Shows a payout in a report. An unknown value is an empty string. */
export const reportTransaction = (payout: Payout, facts: UnacceptedFacts): ReportTransaction => {
  const { transactionId, beneficiaryId, amount, packageCode, metadata } = payout.order;
  const state = statusOf(payout);
  const { name, accountNumber, ifsc, masked } = detailsOf(payout, facts);
  return {
    transactionId,
    title: `${TITLE}${name}`,
    state,
    totalAmount: { value: amount, currency: CURRENCY },
    packageCode,
    debitAccountId: debitAccountOf(payout) ?? '',
    items: [
      {
        itemId: transactionId,
        beneficiaryId,
        amount,
        state,
        accountNumber: masked && accountNumber !== '' ? maskAccount(accountNumber) : accountNumber,
        ifsc,
      },
    ],
    ...(metadata !== undefined && { metadata }),
  };
};

const detailsOf = (payout: Payout, { nameOf, isMasked }: UnacceptedFacts) => {
  if (payout.intake === 'accepted') {
    const { terms } = payout;
    return {
      name: terms.beneficiaryName,
      accountNumber: terms.creditAccountNumber,
      ifsc: terms.creditIfsc,
      masked: terms.masked,
    };
  }
  const { beneficiaryId, beneficiaryAccountNumber = '', packageCode } = payout.order;
  return {
    name: nameOf(beneficiaryId) ?? beneficiaryId,
    accountNumber: beneficiaryAccountNumber,
    ifsc: '',
    masked: isMasked(packageCode),
  };
};
