import { COLUMNS, INSTEADS } from './rows/column-names.js';

const EXAMPLE: Readonly<Record<string, string>> = {
  transactionReference: 'INV-1001',
  packageCode: 'VENDOR',
  beneId: 'SHARMA01',
  amountRupees: '"1,00,000.00"',
  remark: 'November rent',
};

const REPLACED: ReadonlySet<string> = new Set(INSTEADS.map(([, name]) => name));

/** A file to fill in: a header with the columns that people use, and one payment as an example (CSV). */
export const paymentFileTemplate = (): string => {
  const columns = COLUMNS.filter((name) => !REPLACED.has(name));
  return [columns, columns.map((name) => EXAMPLE[name] ?? '')]
    .map((cells) => `${cells.join(',')}\r\n`)
    .join('');
};
