import type * as t from 'io-ts';
import { BeneficiaryId, PackageCode, PaymentMethodCode } from '../kernel/ids.js';
import { canonicalJson } from '../kernel/json.js';
import { Metadata } from '../kernel/metadata.js';
import { Paise } from '../kernel/money.js';
import { record } from '../kernel/record.js';
import { AccountNumber, Label, Reference, Remark } from '../kernel/text.js';
import { Day } from '../kernel/time.js';

/** One payment of a batch, as its maker writes it (§2.5). */
export const Instruction = record(
  'Instruction',
  {
    transactionReference: Reference,
    beneficiaryId: BeneficiaryId,
    packageCode: PackageCode,
    amount: Paise,
  },
  {
    debitAccountNumber: AccountNumber,
    paymentMethodCode: PaymentMethodCode,
    beneficiaryAccountNumber: AccountNumber,
    remark: Remark,
    tag: Label,
    metadata: Metadata,
    payoutDate: Day,
  },
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
