import { refuse } from '../file-refused.js';
import { columnNamed } from '../rows/column-names.js';

const SEPARATORS = [',', ';', '\t', '|'] as const;

const columnsIn = (line: string, separator: string): number =>
  line.split(separator).filter((name) => columnNamed(name.replaceAll('"', '')) !== undefined)
    .length;

/** What separates the cells, by the line of the header: what splits it into the most names of columns. */
export const separatorIn = (text: string): ',' | ';' | '\t' => {
  const [line = ''] = /^.*/.exec(text.trimStart()) ?? [];
  let found: (typeof SEPARATORS)[number] = ',';
  for (const one of SEPARATORS) if (columnsIn(line, one) > columnsIn(line, found)) found = one;
  return found === '|'
    ? refuse('separator', 'the cells are separated by vertical bars: separate them by commas', 1)
    : found;
};
