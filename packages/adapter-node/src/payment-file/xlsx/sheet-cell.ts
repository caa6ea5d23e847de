import { refuse } from '../file-refused.js';
import { refused, type Cell } from '../rows/cell.js';
import type { NumberFormat } from './number-formats.js';
import { DAMAGED } from './open-zip.js';
import { unescapedText } from './shared-strings.js';

/** What the cells of a sheet refer to. */
export interface Book {
  readonly strings: ReadonlyArray<string>;
  readonly formats: ReadonlyArray<NumberFormat>;
}

/** A cell as XML writes it. */
export interface WrittenCell {
  /** `s`, `n` and their like. */
  readonly type: string | undefined;
  readonly style: string | undefined;
  readonly value: string;
  readonly hasFormula: boolean;
}

const NUMBER = /^-?\d+(?:\.\d+)?(?:E[+-]?\d+)?$/i;

const ISO_DAY = /^(\d{4}-\d{2}-\d{2})(?:T00:00(?::00(?:\.0+)?)?Z?)?$/;

const DAY_MS = 86_400_000;

const EPOCH = Date.UTC(1899, 11, 30);

/** The days before count a 29 February 1900, which never was. */
const FIRST_DAY = 61;

/** 31 December 9999. */
const LAST_DAY = 2_958_465;

const dayOf = (serial: number): string | undefined =>
  Number.isInteger(serial) && serial >= FIRST_DAY && serial <= LAST_DAY
    ? new Date(EPOCH + serial * DAY_MS).toISOString().slice(0, 10)
    : undefined;

const FORMULA = refused('formula', 'holds a formula: copy the cell and paste it as a value');
const ERROR = refused('cell_error', 'holds an error of the spreadsheet, as #REF!: mend it');
const TRUTH = refused('invalid', 'holds TRUE or FALSE: expected a text or a number');

const textCell = (text: string): Cell => ({ kind: 'text', text: unescapedText(text) });

const numberOf = (text: string, format: NumberFormat = 'plain'): Cell => {
  if (!NUMBER.test(text)) return refuse('damaged', DAMAGED);
  return format === 'date'
    ? { kind: 'date', day: dayOf(Number(text)) }
    : { kind: 'number', text, isPadded: format === 'padded' };
};

/** The cell of a sheet; undefined where it is empty. @throws FileRefused */
export const sheetCell = (
  { type = 'n', style, value, hasFormula }: WrittenCell,
  { strings, formats }: Book,
): Cell | undefined => {
  if (hasFormula) return FORMULA;
  if (value === '') return undefined;
  switch (type) {
    case 's': {
      const text = strings[Number(value)] ?? refuse('damaged', DAMAGED);
      return text === '' ? undefined : { kind: 'text', text };
    }
    case 'str':
    case 'inlineStr':
      return textCell(value);
    case 'b':
      return TRUTH;
    case 'e':
      return ERROR;
    case 'd':
      return { kind: 'date', day: ISO_DAY.exec(value)?.[1] };
    case 'n':
      return numberOf(value.trim(), formats[Number(style ?? 0)]);
    default:
      return refuse('damaged', DAMAGED);
  }
};
