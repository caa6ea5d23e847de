import { Instruction, Paise } from '@hundi/core';
import { FAULT_COLUMN, record } from '@hundi/core/wire';

/** Columns that stand in the place of another one: a header needs one of the two, and a row fills at most one. */
export const INSTEADS = [
  ['amountRupees', 'amount'],
  ['beneId', 'beneficiaryId'],
] as const;

/** What a header may name; only the names count. */
export const Columns = record(
  'Columns',
  {},
  {
    ...Instruction.required,
    ...Instruction.optional,
    amountRupees: Paise,
  },
);

/** The names of columns: the fields of a payment, and those in their place. */
export const COLUMNS: ReadonlyArray<string> = Object.keys(Columns.optional);

export const NEEDED: ReadonlyArray<string> = [
  ...Object.keys(Instruction.required),
  'beneficiaryId',
];

/** Without letter case and what joins words. */
const plain = (name: string): string => name.toLowerCase().replace(/[\s_.-]/g, '');

/** What people and their systems call a column, if it can mean no other one. */
const SPELLINGS: Readonly<Record<string, ReadonlyArray<string>>> = {
  transactionReference: ['Reference', 'Reference No', 'Reference Number', 'Transaction Ref'],
  beneId: ['Beneficiary Code', 'Bene Code', 'Payee Code', 'Vendor Code'],
  packageCode: ['Package'],
  amount: ['Amount (paise)', 'Amount in paise', 'Amount paise'],
  amountRupees: [
    'Amount (Rs)',
    'Amount (INR)',
    'Amount (₹)',
    'Amount (rupees)',
    'Amount Rs',
    'Amount INR',
    'Amount in Rs',
    'Amount in INR',
    'Amount in rupees',
  ],
  debitAccountNumber: ['Debit Account', 'Debit Account No'],
  beneficiaryAccountNumber: ['Beneficiary Account', 'Beneficiary Account No'],
  paymentMethodCode: ['Payment Method', 'Payment Mode'],
  payoutDate: ['Payment Date'],
  remark: ['Remarks', 'Narration'],
};

const NAMES: ReadonlyMap<string, string> = new Map([
  ...[...COLUMNS, FAULT_COLUMN].map((name) => [plain(name), name] as const),
  ...Object.entries(SPELLINGS).flatMap(([name, spellings]) =>
    spellings.map((spelling) => [plain(spelling), name] as const),
  ),
]);

/** Whether it is an amount of which nobody knows whether it is paise or rupees: a person's `Amount` is no `amount`. */
export const isUnclearAmount = (written: string): boolean =>
  written !== 'amount' && plain(written) === 'amount';

/** The column that a cell of the header names; undefined if none. */
export const columnNamed = (written: string): string | undefined =>
  isUnclearAmount(written.trim()) ? undefined : NAMES.get(plain(written));
