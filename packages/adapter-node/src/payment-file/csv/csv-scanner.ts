import { refuse } from '../file-refused.js';

/** More than a row of payments takes with all that it may carry. */
export const ROW_MAX = 65_536;

const LINE_END = /\r\n?|\n/g;

const linesIn = (text: string): number => text.match(LINE_END)?.length ?? 0;

const INSIDE = 'a quote inside a cell: put the cell in quotes, and double those inside';
const BEHIND = 'expected a separator or the end of the line behind a closing quote';
const OPEN = 'a quoted cell that begins here is never closed';
const LONG = 'the row is too long: shorten its cells, or close its quotes';

/** Where the scanner is in a cell: before it, in it, in its quotes, or behind a quote that may close it. */
type Place = 'before' | 'plain' | 'quoted' | 'behind';

/**
 * Splits CSV into rows as RFC 4180 describes it, a piece of text at a time. A line ends with CR, LF or both.
 *
 * @param takeRow takes the cells of a row and the line in which it ends, counted from 1; says whether to go on
 */
export const csvScanner = (
  separator: string,
  takeRow: (cells: ReadonlyArray<string>, line: number) => boolean,
) => {
  const special = new RegExp(`["\r\n${separator}]`, 'g');
  let place: Place = 'before';
  let cells: string[] = [];
  let cell = '';
  let length = 0;
  let line = 1;
  let openedAt = 1;
  let held = '';
  let goesOn = true;

  const add = (part: string): void => {
    cell += part;
    length += part.length;
    if (length > ROW_MAX) refuse('long_row', LONG, line);
  };

  const endCell = (): void => {
    cells.push(cell);
    cell = '';
    place = 'before';
    length += 1;
    if (length > ROW_MAX) refuse('long_row', LONG, line);
  };

  const endRow = (): void => {
    endCell();
    goesOn = takeRow(cells, line);
    cells = [];
    length = 0;
  };

  /** Goes on behind the end of a cell at that place; undefined where none ends. */
  const behindCell = (text: string, at: number): number | undefined => {
    const character = text[at];
    if (character === separator) {
      endCell();
      return at + 1;
    }
    if (character !== '\n' && character !== '\r') return undefined;
    endRow();
    line += 1;
    return text.startsWith('\r\n', at) ? at + 2 : at + 1;
  };

  const scanPlain = (text: string, at: number): number => {
    special.lastIndex = at;
    const found = special.test(text) ? special.lastIndex - 1 : text.length;
    add(text.slice(at, found));
    if (found === text.length) return found;
    return behindCell(text, found) ?? refuse('quotes', INSIDE, line);
  };

  const scanQuoted = (text: string, at: number): number => {
    const found = text.indexOf('"', at);
    const to = found < 0 ? text.length : found;
    add(text.slice(at, to));
    line += linesIn(text.slice(at, to));
    if (found < 0) return to;
    place = 'behind';
    return found + 1;
  };

  const scanBehind = (text: string, at: number): number => {
    if (text[at] !== '"') return behindCell(text, at) ?? refuse('quotes', BEHIND, line);
    add('"');
    place = 'quoted';
    return at + 1;
  };

  const scan = (text: string): void => {
    for (let at = 0; goesOn && at < text.length;) {
      if (place === 'before') {
        place = text[at] === '"' ? 'quoted' : 'plain';
        openedAt = line;
        if (place === 'quoted') at += 1;
      } else if (place === 'plain') at = scanPlain(text, at);
      else if (place === 'quoted') at = scanQuoted(text, at);
      else at = scanBehind(text, at);
    }
  };

  return {
    /** Scans the next piece of the text. @throws FileRefused */
    scan: (piece: string): void => {
      const text = held + piece;
      // Whether a line feed follows it, the next piece says.
      held = text.endsWith('\r') ? '\r' : '';
      scan(held === '' ? text : text.slice(0, -1));
    },
    /** Scans what is left. @throws FileRefused */
    end: (): void => {
      scan(held);
      if (!goesOn) return;
      if (place === 'quoted') refuse('quotes', OPEN, openedAt);
      if (cells.length > 0 || place !== 'before') endRow();
    },
  };
};
