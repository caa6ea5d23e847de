/** What a spreadsheet takes for the beginning of a formula. */
const FORMULA = /^[=+\-@\t\r]/;

const NEEDS_QUOTES = /[",\r\n]/;

const cellOf = (text: string): string => {
  const safe = FORMULA.test(text) ? `'${text}` : text;
  return NEEDS_QUOTES.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
};

/**
 * One line of a CSV file (RFC 4180), with its end. Others write what stands in the cells, and people open the file with
 * a spreadsheet: a cell that begins as a formula does gets a leading apostrophe.
 */
export const csvLine = (cells: ReadonlyArray<string>): string =>
  `${cells.map(cellOf).join(',')}\r\n`;
