/** What a spreadsheet would take for the beginning of a formula, and what came of such a text before. */
const FORMULA = /^'*[=+\-@\t\r\n＝＋－＠]/;

/** Where cells and lines end, in spreadsheets of any language. */
const SPECIAL = /[",;\t\r\n]/;

const cell = (value: string | number): string => {
  if (typeof value === 'number') return String(value);
  // Shown by a spreadsheet as text, and never run.
  const text = FORMULA.test(value) ? `'${value}` : value;
  return SPECIAL.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};

/**
 * One line of a CSV file (RFC 4180), with its end. A text that begins like a formula gets an apostrophe before it, so that
 * no spreadsheet runs what somebody wrote into a reference. A reader that takes one apostrophe off such a text has it as it was.
 */
export const csvLine = (cells: ReadonlyArray<string | number>): string =>
  `${cells.map(cell).join(',')}\r\n`;

/** Stands before the first line: without it spreadsheets take UTF-8 for something else. */
export const CSV_START = '\ufeff';
