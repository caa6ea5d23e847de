import { E, type Pacer, type PaymentFileFault, type PaymentFiles } from '@hundi/core';
import { nodePacer } from '../node-pacer.js';
import { systemClock } from '../system-clock.js';
import { FileRefused } from './file-refused.js';
import { fileKind, HEAD_BYTES } from './file-kind.js';
import { withHead } from './pieces.js';
import { paymentRows } from './rows/payment-rows.js';

const wrongKind = (what: string): PaymentFileFault => ({
  code: 'wrong_kind',
  detail: `the file is ${what}: save it as .xlsx without a password, or as CSV`,
});

/**
 * Reads payments from CSV and from workbooks (.xlsx). Loads what it needs for a kind of file with the first of that kind.
 *
 * @param pacer gives other requests their turn between the pieces of a file
 */
export const paymentFiles =
  ({ breathe }: Pick<Pacer, 'breathe'> = nodePacer(systemClock)): PaymentFiles =>
  async (bytes, take) => {
    const rest = withHead(bytes, HEAD_BYTES);
    const head = (await rest.next()).value ?? new Uint8Array();
    const kind = fileKind(head);
    if (typeof kind === 'object') {
      await rest.return();
      return E.left([wrongKind(kind.other)]);
    }
    const rows = paymentRows(take);
    try {
      if (kind === 'xlsx') {
        const { readWorkbook } = await import('./xlsx/read-workbook.js');
        await readWorkbook({ head, rest }, rows, breathe);
      } else {
        const { readCsv } = await import('./csv/read-csv.js');
        await readCsv({ head, rest }, rows, breathe);
      }
      return rows.read();
    } catch (error) {
      if (error instanceof FileRefused) return E.left([error.fault]);
      throw error;
    }
  };
