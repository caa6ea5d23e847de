/** So many bytes say what a file is. */
export const HEAD_BYTES = 64;

const WORKBOOK = '504b0304';

/** How files begin that people take for a table, in hexadecimal digits, and what they are. */
const OTHERS: ReadonlyArray<readonly [string, string]> = [
  ['d0cf11e0a1b11ae1', 'an old Excel file (.xls) or has a password'],
  ['25504446', 'a PDF'],
  ['504b05', 'an empty zip archive'],
  ['7b5c727466', 'a text document (RTF)'],
  ['89504e47', 'a picture'],
  ['ffd8ff', 'a picture'],
  ['47494638', 'a picture'],
  ['1f8b', 'packed (gzip)'],
  ['377abcaf', 'packed (7z)'],
  ['52617221', 'packed (RAR)'],
];

const TEXTS: ReadonlyArray<readonly [RegExp, string]> = [
  [/^\s*</, 'a web page or XML'],
  [/^\s*[[{]/, 'JSON'],
];

const MARK = /^efbbbf/;

/** What a file is, by how it begins; of what is no table, in words. */
export const fileKind = (head: Uint8Array): 'csv' | 'xlsx' | { readonly other: string } => {
  const digits = Buffer.from(head).subarray(0, HEAD_BYTES).toString('hex');
  if (digits.startsWith(WORKBOOK)) return 'xlsx';
  const text = Buffer.from(digits.replace(MARK, ''), 'hex').toString('latin1');
  const [, what] =
    OTHERS.find(([start]) => digits.startsWith(start)) ??
    TEXTS.find(([start]) => start.test(text)) ??
    [];
  return what === undefined ? 'csv' : { other: what };
};
