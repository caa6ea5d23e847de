import type * as t from 'io-ts';
import { BeneficiaryId, PackageCode, PaymentMethodCode } from '../kernel/ids.js';
import { canonicalJson } from '../kernel/json.js';
import { Metadata } from '../kernel/metadata.js';
import { Paise } from '../kernel/money.js';
import { record } from '../kernel/record.js';
import { AccountNumber, Label, Reference, Remark } from '../kernel/text.js';
import { Day } from '../kernel/time.js';

const OPTIONAL = {
  debitAccountNumber: AccountNumber,
  paymentMethodCode: PaymentMethodCode,
  beneficiaryAccountNumber: AccountNumber,
  remark: Remark,
  tag: Label,
  metadata: Metadata,
  payoutDate: Day,
};

/** One payment of a batch, as its maker writes it (§2.5). */
export const Instruction = record(
  'Instruction',
  {
    transactionReference: Reference,
    beneficiaryId: BeneficiaryId,
    packageCode: PackageCode,
    amount: Paise,
  },
  OPTIONAL,
);
export type Instruction = t.TypeOf<typeof Instruction>;

/** One line that two instructions share only if every value is the same: fixed field order, metadata keys sorted. */
export const instructionLine = (row: Instruction): string =>
  JSON.stringify([
    row.transactionReference,
    row.beneficiaryId,
    row.packageCode,
    row.amount,
    row.debitAccountNumber,
    row.paymentMethodCode,
    row.beneficiaryAccountNumber,
    row.remark,
    row.tag,
    row.metadata === undefined ? undefined : canonicalJson(row.metadata),
    row.payoutDate,
  ]);

type OptionalPart = Omit<
  Instruction,
  'transactionReference' | 'beneficiaryId' | 'packageCode' | 'amount'
>;

const NAMES = Object.keys(OPTIONAL) as ReadonlyArray<keyof OptionalPart>;

/** Adds the optional values of an instruction to a new object. Object rest and spread cost ten times as much a row. */
export const withOptionalPart = <A extends object>(row: Instruction, to: A): A & OptionalPart => {
  const target = to as Record<string, unknown>;
  for (const name of NAMES) if (row[name] !== undefined) target[name] = row[name];
  return to;
};
