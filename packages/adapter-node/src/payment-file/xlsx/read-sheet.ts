import { refuse } from '../file-refused.js';
import { isBlank, type Cell } from '../rows/cell.js';
import type { PaymentRows } from '../rows/payment-rows.js';
import { DAMAGED } from './open-zip.js';
import { parseXml } from './parse-xml.js';
import { sheetCell, type Book, type WrittenCell } from './sheet-cell.js';

const COLUMNS_MAX = 16_384;

/** Whether a row or a column is not to be seen: hidden, or without height or width. */
const isOutOfSight = (
  { hidden, ...attributes }: Readonly<Record<string, string>>,
  size: 'ht' | 'width',
): boolean => hidden === '1' || hidden === 'true' || Number(attributes[size] ?? 1) === 0;

const LETTERS = 26;

const REFERENCE = /^([A-Z]{1,3})\d{1,7}$/;

/** The place of a column, from 0, by its letters. */
const placeOf = (reference: string): number => {
  const [, letters] = REFERENCE.exec(reference) ?? refuse('damaged', DAMAGED);
  let place = 0;
  for (const letter of letters ?? '') place = place * LETTERS + letter.charCodeAt(0) - 64;
  return place - 1;
};

/** Whether any cell of a sheet holds anything. @throws FileRefused */
export const hasCells = async (
  bytes: AsyncIterable<Uint8Array>,
  breathe: () => Promise<void>,
): Promise<boolean> => {
  let isFound = false;
  let isInRows = false;
  await parseXml(
    bytes,
    {
      open: (name) => {
        if (name === 'sheetData') isInRows = true;
        isFound ||= isInRows && (name === 'v' || name === 'f' || name === 't');
      },
      close: (name) => {
        if (name === 'sheetData') isInRows = false;
      },
      isDone: () => isFound,
    },
    breathe,
  );
  return isFound;
};

const RANGE = /^[A-Z]{1,3}(\d{1,7}):[A-Z]{1,3}\d{1,7}$/;

const refuseMerged = (range: string): never => {
  const [whole = '', row] = RANGE.exec(range) ?? [];
  return refuse(
    'merged',
    `cells of the sheet are merged (${whole}): unmerge them, and give each row its own values`,
    row === undefined ? undefined : Number(row),
  );
};

/**
 * Reads the rows of a sheet.
 *
 * A sheet says behind its rows which cells are merged, which explains most faults before: so it is read to its end, except
 * behind the first row that is one too many.
 *
 * @throws FileRefused
 */
export const readSheet = async (
  bytes: AsyncIterable<Uint8Array>,
  book: Book,
  rows: PaymentRows,
  breathe: () => Promise<void>,
): Promise<void> => {
  let line = 0;
  let isHidden = false;
  let isInRows = false;
  let isValue = false;
  let isReading = false;
  let place = -1;
  let cells: (Cell | undefined)[] = [];
  const hiddenColumns: { readonly from: number; readonly to: number }[] = [];
  let cell: { -readonly [K in keyof WrittenCell]: WrittenCell[K] } | undefined;

  const noteColumns = ({ min, max, ...column }: Readonly<Record<string, string>>): void => {
    if (isOutOfSight(column, 'width'))
      hiddenColumns.push({ from: Number(min) - 1, to: Number(max) - 1 });
  };

  const openRow = ({ r, ...row }: Readonly<Record<string, string>>): void => {
    const next = r === undefined ? line + 1 : Number(r);
    if (!Number.isSafeInteger(next) || next <= line) refuse('damaged', DAMAGED);
    line = next;
    isHidden = isOutOfSight(row, 'ht');
    place = -1;
    cells = [];
  };

  const openCell = ({ r, t, s }: Readonly<Record<string, string>>): void => {
    const next = r === undefined ? place + 1 : placeOf(r);
    if (next <= place || next >= COLUMNS_MAX) refuse('damaged', DAMAGED);
    place = next;
    cell = { type: t, style: s, value: '', hasFormula: false };
  };

  const closeCell = (): void => {
    if (cell === undefined) return;
    const read = sheetCell(cell, book);
    if (read !== undefined) cells[place] = read;
    cell = undefined;
  };

  const closeRow = (): void => {
    if (isBlank(cells)) return;
    if (isHidden) refuse('hidden', 'the row is hidden, and has cells: show it, or delete it', line);
    const unseen = cells.findIndex(
      (one, at) => hiddenColumns.some(({ from, to }) => from <= at && at <= to) && !isBlank([one]),
    );
    if (unseen >= 0)
      refuse(
        'hidden',
        `column ${String(unseen + 1)} is hidden, and has cells: show it, or delete it`,
        line,
      );
    rows.take(cells, line);
  };

  await parseXml(
    bytes,
    {
      open: (name, attributes) => {
        if (name === 'col') noteColumns(attributes);
        if (name === 'mergeCell') refuseMerged(attributes['ref'] ?? '');
        if (name === 'sheetData') isInRows = true;
        if (!isInRows || rows.isFull()) return;
        if (name === 'row') openRow(attributes);
        else if (name === 'c') openCell(attributes);
        else if (name === 'f' && cell !== undefined) cell.hasFormula = true;
        else if (name === 'rPh') isReading = true;
        isValue = name === 'v' || (name === 't' && !isReading);
      },
      text: (text) => {
        if (isValue && cell !== undefined) cell.value += text;
      },
      close: (name) => {
        isValue = false;
        if (name === 'sheetData') isInRows = false;
        if (name === 'rPh') isReading = false;
        if (!isInRows || rows.isFull()) return;
        if (name === 'c') closeCell();
        else if (name === 'row') closeRow();
      },
    },
    breathe,
  );
};
