import { pieces, type Opened } from '../pieces.js';
import type { PaymentRows } from '../rows/payment-rows.js';
import { csvScanner, ROW_MAX } from './csv-scanner.js';
import { decodeText } from './decode-text.js';
import { saysSeparator, separatorIn } from './separator.js';

const FILE_MIB = 64;

/** About a millisecond of work. */
const TURN_LENGTH = 8_192;

/**
 * Reads the rows of CSV (RFC 4180), in any of the encodings and with any of the separators that spreadsheets write.
 *
 * @throws FileRefused
 */
export const readCsv = async (
  file: Opened,
  rows: PaymentRows,
  breathe: () => Promise<void>,
): Promise<void> => {
  const scannerOf = (header: string) => {
    const headerFrom = saysSeparator(header) ? 2 : 1;
    return csvScanner(separatorIn(header), (cells, line) => {
      if (line >= headerFrom) rows.take(cells, line);
      return !rows.isFull();
    });
  };
  let header = '';
  let hasBegun = false;
  let scanner: ReturnType<typeof scannerOf> | undefined;
  let scanned = 0;
  for await (const text of decodeText(file.head, pieces(file, FILE_MIB))) {
    if (scanner !== undefined) scanner.scan(text);
    else {
      const more: string = hasBegun ? text : text.trimStart();
      hasBegun ||= more !== '';
      header += text;
      if (header.length < ROW_MAX && !/[\r\n]/.test(more)) continue;
      scanner = scannerOf(header);
      scanner.scan(header);
    }
    if (rows.isFull()) return;
    scanned += text.length;
    if (scanned < TURN_LENGTH) continue;
    scanned = 0;
    await breathe();
  }
  if (scanner === undefined) {
    scanner = scannerOf(header);
    scanner.scan(header);
  }
  scanner.end();
};
