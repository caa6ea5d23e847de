import type { FaultCode } from '../file-refused.js';

/** Why a cell holds no value that could be taken. */
export interface Refused {
  readonly kind: 'refused';
  readonly code: FaultCode;
  readonly detail: string;
}

/**
 * A cell: of CSV the text as it is written, which says nothing of what a spreadsheet has made of it; of a sheet its value
 * with its kind.
 */
export type Cell =
  | string
  | { readonly kind: 'text'; readonly text: string }
  /** A number as the sheet keeps it; `isPadded`: it is shown with zeros before it, which it does not have. */
  | { readonly kind: 'number'; readonly text: string; readonly isPadded: boolean }
  /** A day as `2026-11-27`; with a time of the day there is none. */
  | { readonly kind: 'date'; readonly day: string | undefined }
  | Refused;

export const refused = (code: FaultCode, detail: string): Refused => ({
  kind: 'refused',
  code,
  detail,
});

/** The text of a cell of text; undefined for any other kind. */
export const textIn = (cell: Cell): string | undefined =>
  typeof cell === 'string' ? cell : cell.kind === 'text' ? cell.text : undefined;

/** What people and spreadsheets leave around a value unseen: ASCII and no-break blanks. */
const PADDED = /^[ \t\r\n\u00a0\u202f]+|[ \t\r\n\u00a0\u202f]+$/g;

/** The cell without blanks around its text. */
export const bare = (cell: Cell | undefined): Cell | undefined => {
  if (typeof cell === 'string') return cell.replace(PADDED, '');
  return cell?.kind === 'text' ? { ...cell, text: cell.text.replace(PADDED, '') } : cell;
};

/** How long what is written in a cell is. */
export const lettersIn = (cell: Cell | undefined): number => {
  if (typeof cell === 'string') return cell.length;
  return cell !== undefined && 'text' in cell ? cell.text.length : 0;
};

export const isEmpty = (cell: Cell | undefined): boolean =>
  cell === undefined || textIn(cell) === '';

/** Whether a row has nothing in it but white space. */
export const isBlank = (cells: ReadonlyArray<Cell | undefined>): boolean =>
  cells.every((cell) => cell === undefined || textIn(cell)?.trim() === '');
