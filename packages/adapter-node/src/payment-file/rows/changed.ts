/** `1.23E+15`: what a spreadsheet shows of a number of many digits. */
const SCIENTIFIC = /^[+-]?\d(?:[.,]\d+)?E[+-]\d{1,3}$/i;

const MONTH = '(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)';

/** `2-Jan`, `Jan-26`, `02-Jan-2026`, `02/01/2026`: what a spreadsheet makes of `1/2` and its like. */
const DATE = new RegExp(
  `^(?:\\d{1,2}[-/]${MONTH}(?:[-/]\\d{2,4})?|${MONTH}[-/]\\d{2,4}|\\d{1,2}([-/])\\d{1,2}\\1\\d{4})$`,
  'i',
);

/** Words for people, which no payment is found by: a month in them is a month. */
const FREE: ReadonlySet<string> = new Set(['remark', 'tag']);

const FORMAT = 'format the column as text and enter the value again';

/** That a number stands where a text belongs. */
export const CHANGED_NUMBER = `a spreadsheet has made it a number, which may have lost digits or zeros: ${FORMAT}`;

/** That a date stands where none belongs. */
export const CHANGED_DATE = `a spreadsheet has made it a date: ${FORMAT}`;

/** What a spreadsheet has made of a text of that column before it wrote it as CSV; undefined if nothing. */
export const changedText = (column: string, text: string): string | undefined => {
  if (SCIENTIFIC.test(text)) return CHANGED_NUMBER;
  return !FREE.has(column) && DATE.test(text)
    ? `${CHANGED_DATE}; if it is meant as it stands, save the file as .xlsx`
    : undefined;
};
