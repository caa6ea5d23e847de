import type * as t from 'io-ts';
import { BeneficiaryId, PackageCode, PaymentMethodCode } from '../../../kernel/values/ids.js';
import { about } from '../../../kernel/codecs/documented.js';
import { canonicalJson } from '../../../kernel/codecs/json.js';
import { invalid, type Issue } from '../../../kernel/codecs/decode.js';
import { Metadata } from '../../../kernel/values/metadata.js';
import { Paise } from '../../../kernel/values/money.js';
import { Purpose } from '../../../kernel/values/purpose.js';
import { record, type RecordType } from '../../../kernel/codecs/record.js';
import { AccountNumber, BeneId, Label, Reference, Remark } from '../../../kernel/values/text.js';
import { Day } from '../../../kernel/values/time.js';

const OPTIONAL = {
  debitAccountNumber: AccountNumber,
  paymentMethodCode: PaymentMethodCode,
  beneficiaryAccountNumber: AccountNumber,
  remark: Remark,
  tag: Label,
  metadata: Metadata,
  payoutDate: Day,
  purpose: about(
    Purpose,
    "What the payment is for, in a code of the bank's list; by default what the beneficiary is paid for. 1 to 35 letters and digits; lowercase becomes uppercase.",
  ),
};

/** The payee, by the engine's id or by the code that the corporate gave: `payeeFaults` says that there must be one. */
const PAYEE = {
  beneficiaryId: about(BeneficiaryId, 'The id of the beneficiary. Either this or beneId.'),
  beneId: about(
    BeneId,
    'The beneId of the beneficiary, in place of beneficiaryId and never beside it. 3 to 40 letters and digits; lowercase becomes uppercase.',
  ),
};

/** One payment of a batch, as its maker writes it (§2.5). */
export const Instruction = record(
  'Instruction',
  {
    transactionReference: Reference,
    packageCode: PackageCode,
    amount: Paise,
  },
  { ...PAYEE, ...OPTIONAL },
);
export type Instruction = t.TypeOf<typeof Instruction>;

type NamedPayee = { readonly [K in keyof typeof PAYEE]?: unknown };

/** Whether a payment names its payee by one name, and not by two, which may disagree. */
export const namesOnePayee = ({ beneficiaryId, beneId }: NamedPayee): boolean =>
  (beneficiaryId === undefined) !== (beneId === undefined);

/** The fault of a payment at that place that does not name its payee by one name; else none. */
export const payeeFaults = (payment: NamedPayee, at: string): ReadonlyArray<Issue> => {
  if (namesOnePayee(payment)) return [];
  return payment.beneId === undefined
    ? [
        {
          pointer: `${at}/beneficiaryId`,
          code: 'required',
          detail: 'is required, or beneId in its place',
        },
      ]
    : [invalid(`${at}/beneId`, 'expected no beneficiaryId beside it')];
};

// No field can hold a control character, and JSON escapes them, so these two say what is a value and what is none.
const NEXT = '\u001f';
const NONE = '\u0000';

const FIRST_FIELDS = [
  'transactionReference',
  'beneficiaryId',
  'packageCode',
  'amount',
  'debitAccountNumber',
  'paymentMethodCode',
  'beneficiaryAccountNumber',
  'remark',
  'tag',
  'metadata',
  'payoutDate',
] as const satisfies ReadonlyArray<keyof Instruction>;

/** The fields that fingerprints have covered from the beginning, each in its place. Joined at once, they make one string. */
const firstLine = (row: Instruction): string =>
  [
    row.transactionReference,
    row.beneficiaryId ?? NONE,
    row.packageCode,
    row.amount,
    row.debitAccountNumber ?? NONE,
    row.paymentMethodCode ?? NONE,
    row.beneficiaryAccountNumber ?? NONE,
    row.remark ?? NONE,
    row.tag ?? NONE,
    row.metadata === undefined ? NONE : canonicalJson(row.metadata),
    row.payoutDate ?? NONE,
  ].join(NEXT);

/**
 * Makes the line of a codec's rows. Fingerprints are kept for ever, so a field that the codec has gained since
 * follows under its name, and only in the rows that have it: the line of any other row stays as it was.
 */
export const lineOf = ({
  required,
  optional,
}: Pick<RecordType<t.Props, t.Props>, 'required' | 'optional'>): ((row: Instruction) => string) => {
  const known: ReadonlySet<string> = new Set(FIRST_FIELDS);
  const later = Object.keys({ ...required, ...optional })
    .filter((name) => !known.has(name))
    .sort();
  return (row) => {
    let line = firstLine(row);
    for (const name of later) {
      const value = (row as Readonly<Record<string, unknown>>)[name];
      if (value !== undefined) line += NEXT + canonicalJson({ [name]: value });
    }
    return line;
  };
};

/** One line that two instructions share only if every value is the same: fixed field order, metadata keys sorted. */
export const instructionLine = lineOf(Instruction);

type OptionalPart = Omit<
  Instruction,
  'transactionReference' | keyof typeof PAYEE | 'packageCode' | 'amount'
>;

const NAMES = Object.keys(OPTIONAL) as ReadonlyArray<keyof OptionalPart>;

/** Adds the optional values of an instruction, or of its order, to a new object. Object rest and spread cost ten times as much a row. */
export const withOptionalPart = <A extends object>(row: OptionalPart, to: A): A & OptionalPart => {
  const target = to as Record<string, unknown>;
  for (const name of NAMES) if (row[name] !== undefined) target[name] = row[name];
  return to;
};
