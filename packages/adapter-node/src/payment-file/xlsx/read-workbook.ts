import { refuse } from '../file-refused.js';
import { pieces, type Opened } from '../pieces.js';
import type { PaymentRows } from '../rows/payment-rows.js';
import { numberFormats } from './number-formats.js';
import { openZip, type Parts } from './open-zip.js';
import { workbookParts } from './parts-of-workbook.js';
import { hasCells, readSheet } from './read-sheet.js';
import { sharedStrings } from './shared-strings.js';

const FILE_MIB = 16;

type Breathe = () => Promise<void>;

const bytesIn = async (file: Opened): Promise<Buffer> => {
  const all: Uint8Array[] = [];
  for await (const piece of pieces(file, FILE_MIB)) all.push(piece);
  return Buffer.concat(all);
};

/** The one sheet that holds anything; the first one if none does. */
const onlySheet = async (
  parts: Parts,
  sheets: ReadonlyArray<string>,
  breathe: Breathe,
): Promise<string> => {
  const [first = ''] = sheets;
  if (sheets.length === 1) return first;
  const filled: string[] = [];
  for (const sheet of sheets) if (await hasCells(parts.read(sheet), breathe)) filled.push(sheet);
  if (filled.length > 1)
    refuse(
      'sheets',
      `the file has ${String(filled.length)} sheets with cells: keep one, hidden ones included`,
    );
  return filled[0] ?? first;
};

/**
 * Reads the rows of the only sheet of a workbook (.xlsx).
 *
 * @throws FileRefused
 */
export const readWorkbook = async (
  file: Opened,
  rows: PaymentRows,
  breathe: Breathe,
): Promise<void> => {
  const parts = await openZip(await bytesIn(file));
  const workbook = await workbookParts(parts, breathe);
  const sheet = await onlySheet(parts, workbook.sheets, breathe);
  const book = {
    strings: await sharedStrings(parts, workbook.sharedStrings, breathe),
    formats: await numberFormats(parts, workbook.styles, breathe),
  };
  await readSheet(parts.read(sheet), book, rows, breathe);
};
