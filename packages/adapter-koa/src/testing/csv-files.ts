import { E, type PaymentFileFault, type PaymentFiles } from '@hundi/core';

const KNOWN = new Set([
  'transactionReference',
  'packageCode',
  'amount',
  'beneId',
  'beneficiaryId',
  'beneficiaryAccountNumber',
  'remark',
]);

const TOTALS = /^TOTAL,,(\d+),$/;

const refused = (...faults: ReadonlyArray<PaymentFileFault>) => E.left(faults);

/** Reads plain CSV without quotes: enough of a reader for pages that show what a reader finds. */
export const csvFiles: PaymentFiles = async (bytes) => {
  const chunks: Uint8Array[] = [];
  for await (const chunk of bytes) {
    if (chunks.length === 0 && Buffer.from(chunk).toString('latin1').startsWith('%PDF'))
      return refused({ code: 'wrong_kind', detail: 'This is a PDF. Save the table as CSV.' });
    chunks.push(chunk);
  }
  const [head = '', ...rows] = Buffer.concat(chunks).toString('utf8').trim().split(/\r?\n/);
  const columns = head.split(',');
  const unknown = columns.filter((name) => !KNOWN.has(name));
  if (unknown.length > 0)
    return refused(
      ...unknown.map((column) => ({
        code: 'unknown_column',
        line: 1,
        column,
        detail: 'There is no such column.',
      })),
    );
  const last = TOTALS.exec(rows.at(-1) ?? '');
  if (last !== null) rows.pop();
  return E.right({
    ...(last !== null && { controlTotals: { count: Number(last[1]), amount: 1 } }),
    lines: rows.map((_, i) => i + 2),
    payments: rows.map((row) => {
      const cells = row.split(',').map((text, i) => [columns[i] ?? '', text] as const);
      return Object.fromEntries(
        cells
          .filter(([, text]) => text !== '')
          .map(([name, text]) => [name, name === 'amount' ? Number(text) : text]),
      );
    }),
  });
};

/** A file of payments to Sharma Steel, each of so many paise, with their references. */
export const csvOf = (
  rows: ReadonlyArray<readonly [reference: string, paise: number | string, beneId?: string]>,
): string =>
  [
    'transactionReference,packageCode,amount,beneId',
    ...rows.map(([reference, paise, beneId = 'SHARMA01']) =>
      [reference, 'VENDOR', String(paise), beneId].join(','),
    ),
  ].join('\n');
