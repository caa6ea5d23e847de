import { refuse } from '../file-refused.js';
import { columnNamed } from '../rows/column-names.js';

const SEPARATORS = [',', ';', '\t', '|'] as const;

/** The line before the header by which a file tells Excel what separates its cells. */
const SAID = /^sep=(.)[ \t]*(?=[\r\n]|$)/i;

/** Whether the first line says what separates the cells. */
export const saysSeparator = (text: string): boolean => SAID.test(text);

const columnsIn = (line: string, separator: string): number =>
  line.split(separator).filter((name) => columnNamed(name.replaceAll('"', '')) !== undefined)
    .length;

/** What separates the cells: what the file says, or else what splits the line of the header into the most names of columns. */
export const separatorIn = (text: string): ',' | ';' | '\t' => {
  const [line = ''] = /^.*/.exec(text.trimStart()) ?? [];
  const [, said] = SAID.exec(text) ?? [];
  let found: (typeof SEPARATORS)[number] = SEPARATORS.find((one) => one === said) ?? ',';
  if (said === undefined)
    for (const one of SEPARATORS) if (columnsIn(line, one) > columnsIn(line, found)) found = one;
  return found === '|'
    ? refuse('separator', 'the cells are separated by vertical bars: separate them by commas', 1)
    : found;
};
