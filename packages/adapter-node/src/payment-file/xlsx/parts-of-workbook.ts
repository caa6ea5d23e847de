import { posix } from 'node:path';
import { refuse } from '../file-refused.js';
import type { Parts } from './open-zip.js';
import { parseXml } from './parse-xml.js';

type Breathe = () => Promise<void>;

interface Relation {
  readonly id: string;
  /** The last word of its type. */
  readonly type: string;
  readonly path: string;
}

/** Where the parts of a workbook stand. */
export interface WorkbookParts {
  /** In the order of the tabs. */
  readonly sheets: ReadonlyArray<string>;
  readonly styles: string | undefined;
  readonly sharedStrings: string | undefined;
}

const NO_WORKBOOK =
  'the file is packed as .xlsx files are, and holds no such workbook: save it as .xlsx, or as CSV';

const resolved = (from: string, target: string): string =>
  target.startsWith('/') ? target.slice(1) : posix.join(posix.dirname(from), target);

/** What a part, or the file as a whole (`''`), refers to inside the file. */
const relationsOf = async (
  parts: Parts,
  part: string,
  breathe: Breathe,
): Promise<ReadonlyArray<Relation>> => {
  const path = posix.join(posix.dirname(part), '_rels', `${posix.basename(part)}.rels`);
  const relations: Relation[] = [];
  if (!parts.has(path)) return relations;
  const open = (
    name: string,
    {
      Id: id = '',
      Type: type = '',
      Target: target = '',
      TargetMode: mode,
    }: Readonly<Record<string, string>>,
  ): void => {
    if (name === 'Relationship' && mode !== 'External')
      relations.push({ id, type: posix.basename(type), path: resolved(part, target) });
  };
  await parseXml(parts.read(path), { open }, breathe);
  return relations;
};

const isTrue = (text: string | undefined): boolean => text === '1' || text === 'true';

/** Finds the sheets of a workbook and what their cells refer to. @throws FileRefused */
export const workbookParts = async (parts: Parts, breathe: Breathe): Promise<WorkbookParts> => {
  const roots = await relationsOf(parts, '', breathe);
  const { path: workbook } =
    roots.find(({ type }) => type === 'officeDocument') ?? refuse('wrong_kind', NO_WORKBOOK);
  const ids: string[] = [];
  const open = (name: string, attributes: Readonly<Record<string, string>>): void => {
    if (name === 'workbookPr' && isTrue(attributes['date1904']))
      refuse('dates_1904', 'the workbook counts dates from 1904: copy the payments into a new one');
    const [, id] = Object.entries(attributes).find(([key]) => /^\w+:id$/.test(key)) ?? [];
    if (name === 'sheet' && id !== undefined) ids.push(id);
  };
  if (!parts.has(workbook)) refuse('wrong_kind', NO_WORKBOOK);
  await parseXml(parts.read(workbook), { open }, breathe);
  const relations = await relationsOf(parts, workbook, breathe);
  const pathOf = (type: string): string | undefined =>
    relations.find((relation) => relation.type === type)?.path;
  const sheets = ids.flatMap((id) => {
    const found = relations.find((relation) => relation.id === id);
    return found?.type === 'worksheet' ? [found.path] : [];
  });
  if (sheets.length === 0) refuse('wrong_kind', NO_WORKBOOK);
  return { sheets, styles: pathOf('styles'), sharedStrings: pathOf('sharedStrings') };
};
