import { E, Paise, paiseIn, RUPEES_AS } from '@hundi/core';
import { doubledMembers, FAULT_COLUMN, numberFaults } from '@hundi/core/wire';
import type { FaultCode } from '../file-refused.js';
import { bare, isEmpty, refused, textIn, type Cell, type Refused } from './cell.js';
import { CHANGED_DATE, CHANGED_NUMBER, changedText } from './changed.js';
import { INSTEADS } from './column-names.js';
import type { Column } from './header.js';

/** What is wrong with a row, in which of its columns. */
export interface RowFault {
  readonly code: FaultCode;
  readonly column: string;
  /** Into the payment (RFC 6901). */
  readonly pointer: string;
  readonly detail: string;
}

/** What JSON would hold, or why the cell cannot be taken. */
type Value = E.Either<Refused, unknown>;

/** A sheet keeps so many digits of a number. */
const DIGITS = /^\d{1,15}$/;

/** Paise that a double holds; anything else stays a text, which the codec of amounts refuses in words. */
const WHOLE = /^\d{1,16}$/;

/** What a writer of CSV keeps from being run as a formula, by one apostrophe before it. */
const GUARDED = /^'+[=+\-@\t\r\n＝＋－＠]/;

const changed = (detail: string): Value => E.left(refused('changed', detail));

const textOf = (column: string, cell: Exclude<Cell, Refused>): Value => {
  if (typeof cell === 'string') {
    const text = GUARDED.test(cell) ? cell.slice(1) : cell;
    const detail = changedText(column, text);
    return detail === undefined ? E.right(text) : changed(detail);
  }
  if (cell.kind === 'text') return E.right(cell.text);
  if (cell.kind === 'date') return changed(CHANGED_DATE);
  return DIGITS.test(cell.text) && !cell.isPadded ? E.right(cell.text) : changed(CHANGED_NUMBER);
};

const paiseOf = (cell: Exclude<Cell, Refused>): Value => {
  const text = textIn(cell);
  if (text !== undefined) return E.right(WHOLE.test(text) ? Number(text) : text);
  return typeof cell === 'object' && cell.kind === 'number'
    ? E.right(Number(cell.text))
    : changed(CHANGED_DATE);
};

const NO_RUPEES = refused('invalid', `expected ${RUPEES_AS}, from 0.01 on`);

/** An amount in rupees as whole paise. */
const rupeesOf = (cell: Exclude<Cell, Refused>): Value => {
  if (typeof cell === 'object' && cell.kind === 'date') return changed(CHANGED_DATE);
  // A sheet keeps 1.15 as 1.1499999999999999: the shortest decimal of the same double is what was entered.
  const text = textIn(cell) ?? String(typeof cell === 'object' && Number(cell.text));
  const paise = Number(paiseIn(text));
  return Paise.is(paise) ? E.right(paise) : E.left(NO_RUPEES);
};

const dayOf = (cell: Exclude<Cell, Refused>): Value => {
  const text = textIn(cell);
  if (text !== undefined) return E.right(text);
  return typeof cell === 'object' && cell.kind === 'date' && cell.day !== undefined
    ? E.right(cell.day)
    : E.left(refused('invalid', 'expected a date without a time, as 2026-11-27'));
};

/** A cell that is not JSON stays a text, which the codec of metadata refuses. */
const jsonIn = (text: string): unknown => {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
};

type Read = (cell: Exclude<Cell, Refused>) => Value;

const READ: Readonly<Record<string, Read>> = {
  amount: paiseOf,
  amountRupees: rupeesOf,
  payoutDate: dayOf,
  metadata: (cell) => E.map((text) => jsonIn(String(text)))(textOf('metadata', cell)),
};

/** What parsing loses of a map. */
const lossesIn = (cell: Cell) => {
  const text = textIn(cell) ?? '';
  if (typeof jsonIn(text) === 'string') return [];
  return [...doubledMembers(text, '/metadata'), ...numberFaults(text, '/metadata')];
};

/** Columns of which blanks are a part; no code, account, amount or day has one. */
const KEEPS_BLANKS: ReadonlySet<string | undefined> = new Set(['remark', 'tag', 'metadata']);

/** The member of a payment that a column fills. */
const memberOf = (name: string): string => (name === 'amountRupees' ? 'amount' : name);

/** Makes a payment of the cells of a row, or says what is wrong with them. */
export const paymentOf = (
  columns: ReadonlyArray<Column>,
): ((
  cells: ReadonlyArray<Cell | undefined>,
) => E.Either<ReadonlyArray<RowFault>, Readonly<Record<string, unknown>>>) => {
  const placeOf = (name: string): number => columns.findIndex((column) => column.name === name);
  const writtenAt = (at: number): string => columns[at]?.written ?? '';
  const insteads = INSTEADS.map(([name, other]) => [placeOf(name), placeOf(other), other] as const);
  const rupeesAt = placeOf('amountRupees');
  const needsRupees = rupeesAt >= 0 && placeOf('amount') < 0;

  return (row) => {
    const cells = columns.map(({ name }, at) => (KEEPS_BLANKS.has(name) ? row[at] : bare(row[at])));
    const faults: RowFault[] = [];
    const payment: Record<string, unknown> = {};
    for (const [at, other, name] of insteads)
      if (at >= 0 && other >= 0 && !isEmpty(cells[at]) && !isEmpty(cells[other]))
        faults.push({
          code: 'doubled',
          column: writtenAt(at),
          pointer: `/${memberOf(columns[at]?.name ?? '')}`,
          detail: `the row has ${name}, too: leave one of the two empty`,
        });
    if (needsRupees && isEmpty(cells[rupeesAt]))
      faults.push({
        code: NO_RUPEES.code,
        column: writtenAt(rupeesAt),
        pointer: '/amount',
        detail: NO_RUPEES.detail,
      });
    for (let at = 0; at < columns.length; at += 1) {
      const { written, name } = columns[at] as Column;
      const cell = cells[at];
      if (cell === undefined || isEmpty(cell) || name === FAULT_COLUMN) continue;
      if (name === undefined) {
        faults.push({
          code: 'cells',
          column: `column ${String(at + 1)}`,
          pointer: '',
          detail: 'the header names no column here: name it, or empty its cells',
        });
        continue;
      }
      const pointer = `/${memberOf(name)}`;
      const value =
        typeof cell === 'object' && cell.kind === 'refused'
          ? E.left(cell)
          : (READ[name]?.(cell) ?? textOf(name, cell));
      if (E.isLeft(value)) {
        const { code, detail } = value.left;
        faults.push({ code, column: written, pointer, detail });
      } else {
        payment[memberOf(name)] = value.right;
        if (name === 'metadata')
          for (const loss of lossesIn(cell))
            faults.push({
              code: 'lossy',
              column: written,
              pointer: loss.pointer,
              detail: loss.detail,
            });
      }
    }
    return faults.length > 0 ? E.left(faults) : E.right(payment);
  };
};
