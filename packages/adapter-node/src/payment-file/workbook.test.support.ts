import { crc32, deflateRawSync } from 'node:zlib';

/** What a zip says of a file, where it is not the truth. */
export interface Lie {
  readonly uncompressedSize?: number;
  readonly flags?: number;
  readonly method?: number;
}

export type ZipEntry = readonly [path: string, content: string | Buffer, lie?: Lie];

const header = (
  signature: number,
  numbers: ReadonlyArray<readonly [bytes: 2 | 4, value: number]>,
): Buffer => {
  const parts = [[4, signature] as const, ...numbers].map(([bytes, value]) => {
    const part = Buffer.alloc(bytes);
    if (bytes === 2) part.writeUInt16LE(value);
    else part.writeUInt32LE(value);
    return part;
  });
  return Buffer.concat(parts);
};

const DEFLATED = 8;

/** A zip archive of these files, as the format describes it (APPNOTE), except where told to lie. */
export const zipOf = (entries: ReadonlyArray<ZipEntry>): Buffer => {
  const locals: Buffer[] = [];
  const centrals: Buffer[] = [];
  let offset = 0;
  for (const [path, content, { uncompressedSize, flags = 0, method = DEFLATED } = {}] of entries) {
    const bytes = Buffer.from(content);
    const packed = method === DEFLATED ? deflateRawSync(bytes) : bytes;
    const name = Buffer.from(path);
    const common = [
      [2, 20],
      [2, flags],
      [2, method],
      [2, 0],
      [2, 0x21],
      [4, crc32(bytes)],
      [4, packed.length],
      [4, uncompressedSize ?? bytes.length],
      [2, name.length],
      [2, 0],
    ] as const;
    const local = Buffer.concat([header(0x04034b50, common), name, packed]);
    centrals.push(
      header(0x02014b50, [[2, 20], ...common, [2, 0], [2, 0], [2, 0], [4, 0], [4, offset]]),
      name,
    );
    locals.push(local);
    offset += local.length;
  }
  const central = Buffer.concat(centrals);
  const count = entries.length;
  const end = [
    [2, 0],
    [2, 0],
    [2, count],
    [2, count],
    [4, central.length],
    [4, offset],
    [2, 0],
  ] as const;
  return Buffer.concat([...locals, central, header(0x06054b50, end)]);
};

const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006/relationships';

const relations = (all: ReadonlyArray<readonly [type: string, target: string]>): string =>
  `<?xml version="1.0" encoding="UTF-8"?><Relationships xmlns="${PACKAGE}">${all
    .map(
      ([type, target], i) =>
        `<Relationship Id="r${i}" Type="${OFFICE}/${type}" Target="${target}"/>`,
    )
    .join('')}</Relationships>`;

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** The styles by their places: plain, a date, padded, a date and time, a date of one's own. */
const STYLES = `<styleSheet xmlns="${MAIN}"><numFmts count="3"><numFmt numFmtId="164" formatCode="000000000000"/><numFmt numFmtId="165" formatCode="[$-409]dd\\-mmm\\-yyyy;@"/><numFmt numFmtId="166" formatCode="&quot;000&quot;0"/></numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="164"/><xf numFmtId="22"/><xf numFmtId="165"/><xf numFmtId="166"/></cellXfs></styleSheet>`;

/** The XML of a cell with text inside it. */
export const inline = (text: string): string =>
  text === ''
    ? '<c/>'
    : `<c t="inlineStr"><is><t xml:space="preserve">${escaped(text)}</t></is></c>`;

export const rowsXml = (rows: ReadonlyArray<ReadonlyArray<string>>): string =>
  rows.map((cells) => `<row>${cells.join('')}</row>`).join('');

export const sheetXml = (rows: string, behind = ''): string =>
  `<?xml version="1.0" encoding="UTF-8"?><worksheet xmlns="${MAIN}"><sheetData>${rows}</sheetData>${behind}</worksheet>`;

/** The files of a workbook with these sheets, each as XML. */
export const workbookEntries = (
  sheets: ReadonlyArray<string>,
  {
    strings = '',
    properties = '',
  }: { readonly strings?: string; readonly properties?: string } = {},
): ReadonlyArray<ZipEntry> => [
  ['_rels/.rels', relations([['officeDocument', 'xl/workbook.xml']])],
  [
    'xl/workbook.xml',
    `<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}">${properties}<sheets>${sheets
      .map((_, i) => `<sheet name="S${i}" sheetId="${i + 1}" r:id="r${i + 2}"/>`)
      .join('')}</sheets></workbook>`,
  ],
  [
    'xl/_rels/workbook.xml.rels',
    relations([
      ['styles', 'styles.xml'],
      ['sharedStrings', '/xl/sharedStrings.xml'],
      ...sheets.map((_, i) => ['worksheet', `worksheets/sheet${i + 1}.xml`] as const),
    ]),
  ],
  ['xl/styles.xml', STYLES],
  ['xl/sharedStrings.xml', `<sst xmlns="${MAIN}">${strings}</sst>`],
  ...sheets.map((xml, i) => [`xl/worksheets/sheet${i + 1}.xml`, xml] as const),
];

/** A workbook whose only sheet has these rows, each a list of cells as XML. */
export const workbookOf = (
  rows: ReadonlyArray<ReadonlyArray<string>>,
  behind = '',
  more: { readonly strings?: string; readonly properties?: string } = {},
): Buffer => zipOf(workbookEntries([sheetXml(rowsXml(rows), behind)], more));

export async function* bytesOf(bytes: Uint8Array, size = bytes.length): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}
