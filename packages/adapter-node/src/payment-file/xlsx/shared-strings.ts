import { refuse } from '../file-refused.js';
import type { Parts } from './open-zip.js';
import { parseXml } from './parse-xml.js';

/** More than all cells of 20,000 payments have. */
const STRINGS_MAX = 400_000;

/** `_x000D_`: a character that XML cannot hold, or an underscore that would begin such a one. */
const ESCAPED = /_x([0-9a-f]{4})_/gi;

/** The text that a sheet means. */
export const unescapedText = (text: string): string =>
  text.includes('_x')
    ? text.replace(ESCAPED, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 16)))
    : text;

/** The texts that the cells of a workbook refer to. @throws FileRefused */
export const sharedStrings = async (
  parts: Parts,
  path: string | undefined,
  breathe: () => Promise<void>,
): Promise<ReadonlyArray<string>> => {
  const strings: string[] = [];
  if (path === undefined) return strings;
  let text = '';
  let isText = false;
  let isReading = false;
  await parseXml(
    parts.read(path),
    {
      open: (name) => {
        if (name === 'si') text = '';
        // How a text is read aloud is no part of it.
        if (name === 'rPh') isReading = true;
        isText = name === 't' && !isReading;
      },
      text: (more) => {
        if (isText) text += more;
      },
      close: (name) => {
        isText = false;
        if (name === 'rPh') isReading = false;
        if (name === 'si') strings.push(unescapedText(text));
        if (strings.length > STRINGS_MAX)
          refuse('too_large', 'the workbook has too many texts: copy the payments into a new one');
      },
    },
    breathe,
  );
  return strings;
};
