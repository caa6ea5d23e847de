import { rupees, sumPaise, type InvalidInput, type PaymentFileFault } from '@hundi/core';
import type { ShownPreview } from '@hundi/core/wire';
import { CSV_START, csvLine } from '../../../http/csv.js';
import { nextTurn } from '../../../http/turns.js';
import type { Texts } from '../../texts/english.js';
import { isMendable, mendLine, paymentsHeader } from '../payments-csv.js';
import { plainRupees } from '../plain-rupees.js';
import type { KeptFile } from './kept-file.js';

/** What is wrong with a file or one of its payments, for the person who mends it. */
export interface Fault {
  readonly line?: number;
  readonly reference?: string;
  /** As the file writes it. */
  readonly column?: string;
  /** The member of a payment that the column fills. */
  readonly member?: string;
  readonly code: string;
  readonly detail: string;
}

const PAYMENT = /^(?:\/batch)?\/payments\/([0-9]+)(?:\/([^/]+))?/;
const TOTALS = '/batch/controlTotals/';

const referenceOf = ({ payments }: KeptFile, index: number): Pick<Fault, 'reference'> => {
  const reference = payments[index]?.['transactionReference'];
  return typeof reference === 'string' ? { reference } : {};
};

const lineOf = ({ lines }: KeptFile, index: number): Pick<Fault, 'line'> => {
  const line = lines[index];
  return line === undefined ? {} : { line };
};

/** The faults that the reader of the file found. */
export const faultsOfFile = (faults: ReadonlyArray<PaymentFileFault>): ReadonlyArray<Fault> =>
  faults.map(({ row: _, pointer, ...fault }) => {
    const member = PAYMENT.exec(pointer ?? '')?.[2] ?? fault.column;
    return { ...fault, ...(member !== undefined && { member }) };
  });

/** The control totals that the payments do not meet, in words, under the names of their fields. */
export const wrongTotals = (
  { upload }: Texts,
  { payments, controlTotals, typed = {} }: KeptFile,
  issues: InvalidInput['issues'],
): Partial<Record<'count' | 'sum', string>> => {
  if (controlTotals === undefined) return {};
  const { count, sum } = (typed.count ?? '') === '' ? upload.wrongTotalsRow : upload.wrongTotals;
  const isWrong = (name: 'count' | 'amount') =>
    issues.some(({ pointer }) => pointer === TOTALS + name);
  const paid = () => sumPaise(payments.map(({ amount }) => Number(amount)));
  return {
    ...(isWrong('count') && { count: count(controlTotals.count, payments.length) }),
    ...(isWrong('amount') && { sum: sum(rupees(controlTotals.amount), rupees(paid())) }),
  };
};

/** The faults for which the engine takes the payments of a file for no batch, each with its line. */
export const faultsOfBatch = (
  texts: Texts,
  file: KeptFile,
  { issues }: Pick<InvalidInput, 'issues'>,
): ReadonlyArray<Fault> => [
  ...Object.values(wrongTotals(texts, file, issues)).map((detail) => ({
    code: 'control_totals',
    detail,
  })),
  ...issues
    .filter(({ pointer }) => !pointer.startsWith(TOTALS))
    .map(({ pointer, code, detail }) => {
      const [, row, column] = PAYMENT.exec(pointer) ?? [];
      return {
        ...(row !== undefined && {
          ...lineOf(file, Number(row)),
          ...referenceOf(file, Number(row)),
        }),
        ...(column !== undefined && { column, member: column }),
        code,
        detail,
      };
    }),
];

/** Rejections by a number that a spreadsheet may have shortened, and the columns of these numbers. */
const BY_NUMBER: ReadonlyMap<string | null, string> = new Map([
  ['beneficiary_account_not_found', 'beneficiaryAccountNumber'],
  ['beneficiary_not_found', 'beneId'],
  ['debit_account_not_in_package', 'debitAccountNumber'],
]);

/**
 * Why a payment would be rejected. A number that its file has without zeros before it is taken as it stands, since it leads
 * to a known account or to none; where it leads to none, the person reads what may have become of the zeros.
 */
export const whyRejected = (
  { upload, engine }: Texts,
  payment: KeptFile['payments'][number] = {},
  code: string | null,
  detail: string | null,
): string => {
  const said = engine.coded(code ?? '', detail ?? '');
  const isNumber = /^[1-9][0-9]*$/.test(String(payment[BY_NUMBER.get(code) ?? '']));
  return isNumber ? `${said} ${upload.lostZeros}` : said;
};

/** The payments that would be rejected, as faults of their lines; at most so many. */
export const rejectedOf = async (
  file: KeptFile,
  { records }: Pick<ShownPreview, 'records'>,
  most = Infinity,
): Promise<ReadonlyArray<Fault & { readonly index: number }>> => {
  const found: (Fault & { readonly index: number })[] = [];
  for (const { index, outcome, transactionReference, rejectionCode, rejectionMessage } of records) {
    if (found.length >= most) break;
    if (outcome === 'accepted') continue;
    if (found.length % 1_000 === 999) await nextTurn();
    found.push({
      index,
      ...lineOf(file, index),
      reference: transactionReference,
      code: rejectionCode ?? '',
      detail: rejectionMessage ?? '',
    });
  }
  return found;
};

const LINES_A_PIECE = 500;

/** Joins lines, so that few pieces are sent, and lets others run between them. */
const inPieces = async function* (lines: Iterable<string>): AsyncGenerator<string> {
  let piece: string[] = [];
  for (const line of lines) {
    piece.push(line);
    if (piece.length < LINES_A_PIECE) continue;
    yield piece.join('');
    piece = [];
    await nextTurn();
  }
  yield piece.join('');
};

function* rejectedLines(
  texts: Texts,
  { payments }: KeptFile,
  rejected: Awaited<ReturnType<typeof rejectedOf>>,
): Iterable<string> {
  yield paymentsHeader(true);
  for (const { index, code, detail } of rejected)
    if (isMendable(code))
      yield mendLine(payments[index] ?? {}, whyRejected(texts, payments[index], code, detail));
}

/** The payments that would be rejected, as a file to mend and to bring again. */
export const rejectedCsv = async (
  texts: Texts,
  file: KeptFile,
  preview: ShownPreview,
): Promise<AsyncIterable<string>> =>
  inPieces(rejectedLines(texts, file, await rejectedOf(file, preview)));

function* verdictLines(texts: Texts, file: KeptFile, { records }: ShownPreview): Iterable<string> {
  const { upload } = texts;
  yield CSV_START + csvLine(upload.verdictsHeader);
  for (const record of records) {
    const { index, outcome, transactionReference, fees, levelsRequired, releaseDate } = record;
    const { rejectionCode, rejectionMessage } = record;
    yield csvLine([
      file.lines[index] ?? '',
      transactionReference,
      plainRupees(Number(file.payments[index]?.['amount'])),
      upload[outcome],
      fees === null ? '' : plainRupees(fees.total.value),
      levelsRequired ?? '',
      releaseDate ?? '',
      rejectionCode ?? '',
      whyRejected(texts, file.payments[index], rejectionCode, rejectionMessage),
    ]);
  }
}

/** What would become of each payment of a file, as the lines of a CSV file in the language of the person. */
export const verdictsCsv = (
  texts: Texts,
  file: KeptFile,
  preview: ShownPreview,
): AsyncIterable<string> => inPieces(verdictLines(texts, file, preview));

/** Faults as the lines of a CSV file, in the language of the person. */
export function* faultsCsv(
  { upload, engine }: Texts,
  faults: ReadonlyArray<Fault>,
): Iterable<string> {
  yield CSV_START + csvLine(upload.faultsHeader);
  for (const { line, reference, column, member, code, detail } of faults)
    yield csvLine(
      [line, reference, column, code, engine.coded(code, detail, member)].map((cell) => cell ?? ''),
    );
}
