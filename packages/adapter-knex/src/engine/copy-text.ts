import type { CellRows, Cells } from './dialect.js';
import type { Cell } from './session.js';

const SPECIAL = /[\\\n\r\t]/;
const ESCAPES: Readonly<Record<string, string>> = {
  '\\': '\\\\',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
};

const field = (cell: Cell): string => {
  if (cell === null || cell === undefined) return '\\N';
  if (typeof cell === 'number') return String(cell);
  return SPECIAL.test(cell)
    ? cell.replace(/[\\\n\r\t]/g, (character) => ESCAPES[character] ?? character)
    : cell;
};

/** Rows in the text format of COPY. */
export const copyText = (rows: CellRows): string => {
  let text = '';
  // Rows of one batch share most of their values: those are looked through once.
  let before: Cells = [];
  const fields: string[] = [];
  for (const row of rows) {
    for (let i = 0; i < row.length; i += 1) {
      let own = fields[i];
      if (own === undefined || row[i] !== before[i]) {
        own = field(row[i]);
        fields[i] = own;
      }
      text += i === 0 ? own : `\t${own}`;
    }
    text += '\n';
    before = row;
  }
  return text;
};
