import { doubledMembers, numberFaults } from '@hundi/adapter-koa';
import { E, Instruction, unknownMembers } from '@hundi/core';
import { CsvError, parse } from 'csv-parse/sync';
import { fileFault, type FileFault } from './file-fault.js';

/** The payments of a CSV file, as JSON would hold them, and the line in which each ends. */
export interface CsvRows {
  readonly payments: ReadonlyArray<Readonly<Record<string, unknown>>>;
  readonly lines: ReadonlyArray<number>;
}

interface CsvRecord {
  readonly record: ReadonlyArray<string>;
  readonly info: { readonly lines: number };
}

// csv-parse's own words repeat the value, which may be an account number.
const QUOTES: Readonly<Record<string, string>> = {
  CSV_QUOTE_NOT_CLOSED: 'a quoted cell that begins here is never closed',
  INVALID_OPENING_QUOTE: 'a quote inside a cell: put the cell in quotes, and double those inside',
  CSV_INVALID_CLOSING_QUOTE: 'expected a comma or the end of the line behind a closing quote',
};

const recordsIn = (text: string): E.Either<FileFault, ReadonlyArray<CsvRecord>> => {
  try {
    const options = { bom: true, info: true, relax_column_count: true, skip_empty_lines: true };
    return E.right(parse(text, options) as unknown as ReadonlyArray<CsvRecord>);
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const { lines } = error as unknown as { readonly lines?: number };
    const detail = QUOTES[error.code] ?? 'is not CSV as RFC 4180 describes it';
    return E.left({ ...(lines !== undefined && { line: lines }), pointer: '', detail });
  }
};

const FIELDS = [...Object.keys(Instruction.required), ...Object.keys(Instruction.optional)];

const headerFaults = (header: ReadonlyArray<string>): ReadonlyArray<FileFault> => [
  ...unknownMembers(Instruction, Object.fromEntries(header.map((name) => [name, '']))).map(
    ({ pointer, detail }) => ({
      line: 1,
      column: pointer.slice(1),
      pointer: '',
      detail: detail.replace('is not a member of this object', 'is not a field of a payment'),
    }),
  ),
  ...header
    .filter((name, i) => FIELDS.includes(name) && header.indexOf(name) < i)
    .map((column) => ({ line: 1, column, pointer: '', detail: 'the header names it twice' })),
  ...[...Object.keys(Instruction.required), ...(header.includes('beneId') ? [] : ['beneficiaryId'])]
    .filter((name) => !header.includes(name))
    .map((column) => ({ line: 1, column, pointer: '', detail: 'the header must name it' })),
];

/** Paise that a double holds; anything else stays a text, which the codec of amounts refuses in words. */
const WHOLE = /^\d{1,16}$/;

const mapIn = (text: string): unknown => {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
};

/** What parsing loses of a map. A cell that is not JSON stays a text, which the codec of metadata refuses. */
const lossesIn = (text: string, pointer: string) =>
  typeof mapIn(text) === 'string'
    ? []
    : [...doubledMembers(text, pointer), ...numberFaults(text, pointer)];

/** A cell as JSON would hold it. Accounts and references stay texts, with the zeros that they begin with. */
const valueOf = (name: string, cell: string): unknown => {
  if (name === 'amount') return WHOLE.test(cell) ? Number(cell) : cell;
  return name === 'metadata' ? mapIn(cell) : cell;
};

const paymentOf = (header: ReadonlyArray<string>, cells: ReadonlyArray<string>) =>
  Object.fromEntries(
    header.flatMap((name, i) => {
      const cell = cells[i] ?? '';
      return cell === '' ? [] : [[name, valueOf(name, cell)]];
    }),
  );

/** Reads payments from CSV (RFC 4180, UTF-8, commas), whose header names the fields of §2.5. An empty cell is no value. */
export const csvRows = (text: string): E.Either<ReadonlyArray<FileFault>, CsvRows> => {
  const records = recordsIn(text);
  if (E.isLeft(records)) return E.left([records.left]);
  const [first, ...rows] = records.right;
  const header = first?.record ?? [];
  const faults = headerFaults(header);
  if (faults.length > 0) return E.left(faults);
  const uneven = rows.flatMap(({ record, info }, i) =>
    record.length === header.length
      ? []
      : [
          {
            row: i + 1,
            line: info.lines,
            pointer: `/payments/${String(i)}`,
            detail: `expected ${String(header.length)} cells, as the header has, and not ${String(record.length)}`,
          },
        ],
  );
  if (uneven.length > 0) return E.left(uneven);
  const lines = rows.map(({ info }) => info.lines);
  const losses = rows.flatMap(({ record }, i) =>
    header.flatMap((name, at) =>
      name === 'metadata' ? lossesIn(record[at] ?? '', `/payments/${String(i)}/metadata`) : [],
    ),
  );
  if (losses.length > 0) return E.left(losses.map((loss) => fileFault(loss, lines)));
  return E.right({
    payments: rows.map(({ record }) => paymentOf(header, record)),
    lines,
  });
};
