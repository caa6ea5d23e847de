import type { Parts } from './open-zip.js';
import { parseXml } from './parse-xml.js';

/** How a style shows a number: as a date or a time, with zeros before it, or as a number. */
export type NumberFormat = 'date' | 'padded' | 'plain';

/** The formats of dates and times that have a number and no code. */
const isBuiltInDate = (id: number): boolean =>
  (id >= 14 && id <= 22) ||
  (id >= 27 && id <= 36) ||
  (id >= 45 && id <= 47) ||
  (id >= 50 && id <= 58);

/** What a code shows as it is, and colours and languages. */
const LITERAL = /"[^"]*"|\\.|_.|\*.|\[(?!h+\]|m+\]|s+\])[^\]]*\]/gi;

const formatOf = (code: string): NumberFormat => {
  const plain = code.replace(LITERAL, '');
  if (/^general$/i.test(plain)) return 'plain';
  if (/[dmyhs]/i.test(plain)) return 'date';
  // Zeros in quotes or behind a backslash are shown, too.
  const shown = code.replace(/"([^"]*)"|\\(.)/g, '$1$2').replace(LITERAL, '');
  return /^0{2}/.test(plain) || /^0{2}/.test(shown) ? 'padded' : 'plain';
};

/** The format of each style of a workbook, in their order. @throws FileRefused */
export const numberFormats = async (
  parts: Parts,
  path: string | undefined,
  breathe: () => Promise<void>,
): Promise<ReadonlyArray<NumberFormat>> => {
  const formats: NumberFormat[] = [];
  if (path === undefined) return formats;
  const codes = new Map<number, string>();
  let isInStyles = false;
  await parseXml(
    parts.read(path),
    {
      open: (name, { numFmtId, formatCode }) => {
        const id = Number(numFmtId);
        if (name === 'numFmt' && formatCode !== undefined) codes.set(id, formatCode);
        if (name === 'cellXfs') isInStyles = true;
        if (name !== 'xf' || !isInStyles) return;
        const code = codes.get(id);
        formats.push(code === undefined ? (isBuiltInDate(id) ? 'date' : 'plain') : formatOf(code));
      },
      close: (name) => {
        if (name === 'cellXfs') isInStyles = false;
      },
    },
    breathe,
  );
  return formats;
};
