import { doubledMembers, numberFaults } from '@hundi/adapter-koa';
import { E, Instruction, Paise, PAYMENTS_MAX, record, unknownMembers } from '@hundi/core';
import { CsvError, parse } from 'csv-parse/sync';
import { fileFault, type FileFault } from './file-fault.js';
import { paiseIn, RUPEES_AS } from './rupees-in.js';
import { counted } from '../counted.js';

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
    const options = {
      bom: true,
      info: true,
      relax_column_count: true,
      skip_records_with_empty_values: true,
      // The header, and one payment more than a batch may have.
      to: PAYMENTS_MAX + 2,
    };
    return E.right(parse(text, options) as unknown as ReadonlyArray<CsvRecord>);
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const { lines } = error as unknown as { readonly lines?: number };
    const detail = QUOTES[error.code] ?? 'is not CSV as RFC 4180 describes it';
    return E.left({ ...(lines !== undefined && { line: lines }), pointer: '', detail });
  }
};

/** Columns that stand in the place of another one: a header needs one of the two, and a row fills at most one. */
const INSTEAD = { amountRupees: 'amount', beneId: 'beneficiaryId' } as const;

const INSTEADS = Object.entries(INSTEAD);

/** What a header may name; only the names count. */
const Columns = record(
  'Columns',
  {},
  {
    ...Instruction.required,
    ...Instruction.optional,
    amountRupees: Paise,
  },
);

const COLUMNS = Object.keys(Columns.optional);

const NEEDED: ReadonlySet<string> = new Set([
  ...Object.keys(Instruction.required),
  'beneficiaryId',
]);

const SEPARATORS = [
  [';', 'semicolons'],
  ['\t', 'tabs'],
  ['|', 'vertical bars'],
] as const;

const columnsIn = (line: string, separator: string): number =>
  line
    .split(separator)
    .filter((name) => COLUMNS.includes(name.replace(/^\ufeff/, '').replace(/^[" ]+|[" ]+$/g, '')))
    .length;

/** What separates the cells, if it is no comma: told before anything else, because every other fault follows from it. */
const separatorFault = (text: string): FileFault | undefined => {
  const [line = ''] = /^.*/.exec(text.trimStart()) ?? [];
  const found = SEPARATORS.find(
    ([separator]) => columnsIn(line, separator) > Math.max(1, columnsIn(line, ',')),
  );
  return found === undefined
    ? undefined
    : {
        line: 1,
        pointer: '',
        detail: `the cells are separated by ${found[1]}: separate them by commas (in a spreadsheet, save as "CSV UTF-8 (comma delimited)")`,
      };
};

const headerFaults = (header: ReadonlyArray<string>): ReadonlyArray<FileFault> => [
  ...unknownMembers(Columns, Object.fromEntries(header.map((name) => [name, '']))).map(
    ({ pointer, detail }) => ({
      line: 1,
      column: pointer.slice(1),
      pointer: '',
      detail: detail.replace('is not a member of this object', 'is not a field of a payment'),
    }),
  ),
  ...header
    .filter((name, i) => COLUMNS.includes(name) && header.indexOf(name) < i)
    .map((column) => ({ line: 1, column, pointer: '', detail: 'the header names it twice' })),
  ...[...NEEDED].flatMap((column) => {
    const [instead] = INSTEADS.find(([, name]) => name === column) ?? [];
    if (header.includes(column) || (instead !== undefined && header.includes(instead))) return [];
    const or = instead === undefined ? '' : `, or ${instead}`;
    return [{ line: 1, column, pointer: '', detail: `the header must name it${or}` }];
  }),
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

/** An amount in rupees as whole paise; undefined where a payment cannot have it. */
const amountIn = (cell: string): Paise | undefined => {
  const paise = Number(paiseIn(cell));
  return Paise.is(paise) ? paise : undefined;
};

/** What a column means, and its cell as JSON would hold it. Accounts and references stay texts, with their zeros. */
const memberOf = (name: string, cell: string): readonly [string, unknown] => {
  if (name === 'amountRupees') return ['amount', amountIn(cell)];
  if (name === 'amount') return [name, WHOLE.test(cell) ? Number(cell) : cell];
  return [name, name === 'metadata' ? mapIn(cell) : cell];
};

const paymentOf = (header: ReadonlyArray<string>, cells: ReadonlyArray<string>) =>
  Object.fromEntries(
    header.flatMap((name, i) => {
      const cell = cells[i] ?? '';
      return cell === '' ? [] : [memberOf(name, cell)];
    }),
  );

/** What is wrong with the cells of a row that stand in the place of others; the rest is the codec's. */
const insteadFaults = (
  header: ReadonlyArray<string>,
  cells: ReadonlyArray<string>,
  row: string,
): ReadonlyArray<FileFault & { readonly column: string }> => {
  const cellOf = (name: string): string => cells[header.indexOf(name)] ?? '';
  const doubled = INSTEADS.filter(([name, other]) => cellOf(name) !== '' && cellOf(other) !== '');
  const rupees = cellOf('amountRupees');
  const isMissing = rupees === '' && header.includes('amountRupees') && !header.includes('amount');
  return [
    ...doubled.map(([column, other]) => ({
      column,
      pointer: `${row}/${column === 'amountRupees' ? other : column}`,
      detail: `the row has ${other}, too: leave one of the two empty`,
    })),
    ...(isMissing || (rupees !== '' && amountIn(rupees) === undefined)
      ? [
          {
            column: 'amountRupees',
            pointer: `${row}/amount`,
            detail: `expected ${RUPEES_AS}, from 0.01 on`,
          },
        ]
      : []),
  ];
};

/**
 * Reads payments from CSV (RFC 4180, UTF-8, commas), whose header names the fields of §2.5, or `amountRupees` and `beneId`
 * in the place of two. An empty cell is no value, and a row of empty cells is none.
 */
export const csvRows = (text: string): E.Either<ReadonlyArray<FileFault>, CsvRows> => {
  const separator = separatorFault(text);
  if (separator !== undefined) return E.left([separator]);
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
            detail: `expected ${counted(header.length, 'cell')}, as the header has, and not ${String(record.length)}`,
          },
        ],
  );
  if (uneven.length > 0) return E.left(uneven);
  const lines = rows.map(({ info }) => info.lines);
  const misplaced = rows.flatMap(({ record }, i) =>
    insteadFaults(header, record, `/payments/${String(i)}`).map((fault) => ({
      ...fileFault(fault, lines),
      column: fault.column,
    })),
  );
  if (misplaced.length > 0) return E.left(misplaced);
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
