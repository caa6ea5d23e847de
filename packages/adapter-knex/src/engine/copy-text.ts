import type { CellRows } from './dialect.js';
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
  const text = String(cell);
  return SPECIAL.test(text)
    ? text.replace(/[\\\n\r\t]/g, (character) => ESCAPES[character] ?? character)
    : text;
};

/** Rows in the text format of COPY. */
export const copyText = (rows: CellRows): string => {
  let text = '';
  for (const row of rows) {
    for (let i = 0; i < row.length; i += 1) text += i === 0 ? field(row[i]) : `\t${field(row[i])}`;
    text += '\n';
  }
  return text;
};
