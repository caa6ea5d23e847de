import { reachOf, type Reach } from '../../../model/access/actor.js';
import type { ApprovalMatrix } from '../../../model/approval/matrix/matrix.js';
import type { Beneficiary } from '../../../model/beneficiary/payee/beneficiary.js';
import type {
  BeneficiaryId,
  DebitAccountId,
  PackageCode,
  PaymentMethodCode,
} from '../../../kernel/values/ids.js';
import type { AccountNumber } from '../../../kernel/values/text.js';
import type { Purpose } from '../../../kernel/values/purpose.js';
import { dayIn, type Day, type EpochMs } from '../../../kernel/values/time.js';
import {
  effectiveConfiguration,
  type EffectiveConfiguration,
} from '../../../model/package/effective-configuration.js';
import type { MethodLimit, PaymentPackage } from '../../../model/package/payment-package.js';
import { feesOf, type Fees } from '../../../model/payout/fees.js';
import type { OrderDetails } from '../../../model/payout/payout.js';
import type { BankRail } from '../../../ports/bank-rail.js';
import { timetableOf, type Timetable } from '../../../model/settlement/order/window.js';
import type { BankTenant, Corporate } from '../../../model/tenancy/corporate.js';
import type { DebitAccount } from '../../../model/tenancy/debit-account.js';
import { debtorOf } from '../../../model/tenancy/debtor.js';
import { leiThresholdsOf } from '../../../model/tenancy/lei-thresholds.js';
import { purposesOf } from '../../../model/tenancy/purposes.js';
import type { SecondFactorPolicy } from '../../../model/tenancy/second-factor.js';
import type { Actor } from '../../../model/tenancy/user.js';

/** One package, laid out so that a row rule is a look-up. */
export interface PackageFacts {
  readonly package: PaymentPackage;
  readonly granted: boolean;
  readonly configuration: EffectiveConfiguration;
  readonly limits: ReadonlyMap<PaymentMethodCode, MethodLimit>;
  readonly fees: ReadonlyMap<PaymentMethodCode, Fees>;
  /** Methods allowed from each debit account of the package. */
  readonly accounts: ReadonlyMap<DebitAccountId, ReadonlySet<PaymentMethodCode>>;
}

/** Everything that the rules of a batch look at (decisions §5). */
export interface RowFacts {
  readonly reach: Reach;
  readonly packages: ReadonlyMap<PackageCode, PackageFacts>;
  readonly debitAccounts: ReadonlyMap<AccountNumber, DebitAccount>;
  readonly debitAccountsById: ReadonlyMap<DebitAccountId, DebitAccount>;
  /** What the bank is told of payments from each debit account, as far as payment and payee do not add to it. */
  readonly orderDetails: ReadonlyMap<DebitAccountId, OrderDetails>;
  readonly beneficiaries: ReadonlyMap<BeneficiaryId, Beneficiary>;
  readonly purposes: ReadonlySet<Purpose>;
  /** The amount in paise from which on both LEIs must be known, by payment method. */
  readonly leiThresholds: ReadonlyMap<PaymentMethodCode, number>;
  readonly timetable: Timetable;
  /** What the bank never takes. Its rail says it. */
  readonly bankRail: Pick<BankRail, 'refuses'>;
  readonly matrix: ApprovalMatrix;
  /** The version of the approval policy that the matrix is, where it has one. */
  readonly policyVersion?: number;
  /** Where the corporate asks for a second factor: no rule of intake, but the payouts of the hosted page need it. */
  readonly secondFactor?: SecondFactorPolicy;
  readonly zone: string;
  readonly today: Day;
  readonly at: EpochMs;
}

/** By what rows are judged beside records: what the bank takes, and the moment. */
export type JudgedBy = Pick<RowFacts, 'bankRail' | 'at'>;

const REACHES_NOTHING: Reach = { packageCodes: new Set(), debitAccountIds: new Set() };

const packageFacts = (record: PaymentPackage, reach: Reach): PackageFacts => {
  const configuration = effectiveConfiguration(record);
  const methods = configuration.allowedPaymentMethods;
  return {
    package: record,
    granted: reach.packageCodes.has(record.packageCode),
    configuration,
    limits: new Map(methods.map((limit) => [limit.paymentMethodCode, limit])),
    fees: new Map(
      methods.map(({ paymentMethodCode: code }) => [code, feesOf(record, code)] as const),
    ),
    accounts: new Map(
      record.catalogConfiguration.debitAccounts.map((account) => [
        account.debitAccountId,
        new Set(account.allowedPaymentMethodCodes),
      ]),
    ),
  };
};

/** Lays out what storage answered, beside what the bank's rail says. An actor who is gone by now reaches nothing. */
export const layOutFacts = (read: {
  readonly bank: BankTenant;
  readonly corporate: Corporate;
  readonly actor: Actor | undefined;
  readonly packages: ReadonlyArray<PaymentPackage>;
  readonly debitAccounts: ReadonlyArray<DebitAccount>;
  readonly beneficiaries: ReadonlyArray<Beneficiary>;
  readonly bankRail: RowFacts['bankRail'];
  readonly at: EpochMs;
}): RowFacts => {
  const reach =
    read.actor === undefined ? REACHES_NOTHING : reachOf(read.actor, 'transaction.make');
  const { approvalPolicyVersion: policyVersion, secondFactor } = read.corporate;
  const debitAccountsById = new Map(read.debitAccounts.map((one) => [one.debitAccountId, one]));
  return {
    reach,
    packages: new Map(read.packages.map((one) => [one.packageCode, packageFacts(one, reach)])),
    debitAccounts: new Map(read.debitAccounts.map((one) => [one.accountNumber, one])),
    debitAccountsById,
    orderDetails: new Map(
      read.debitAccounts.map((one) => [
        one.debitAccountId,
        { debtor: debtorOf(read.corporate, one) },
      ]),
    ),
    beneficiaries: new Map(read.beneficiaries.map((one) => [one.beneficiaryId, one])),
    purposes: purposesOf(read.bank),
    leiThresholds: leiThresholdsOf(read.bank),
    timetable: timetableOf(read.bank, debitAccountsById),
    bankRail: read.bankRail,
    zone: read.bank.timeZone,
    today: dayIn(read.bank.timeZone, read.at),
    at: read.at,
    matrix: read.corporate.approvalMatrix,
    ...(policyVersion !== undefined && { policyVersion }),
    ...(secondFactor !== undefined && { secondFactor }),
  };
};
