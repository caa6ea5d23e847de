import { isUtf8 } from 'node:buffer';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { EpochMs } from '@hundi/core';
import { unlessGone } from '../host/unless-gone.js';
import type { RailFolders } from './folders.js';

/**
 * Where a file is. Of orders: `sending` (decided, and not in `out` yet), `waiting` (in `out`), `fetched` (the bank has
 * it). Of the bank: `arrived`, `taken`, `refused`.
 */
export const FILE_STATES = [
  'sending',
  'waiting',
  'fetched',
  'arrived',
  'taken',
  'refused',
] as const;
export type FileState = (typeof FILE_STATES)[number];

export interface BankFile {
  readonly name: string;
  readonly state: FileState;
  /** When it was written. */
  readonly at: EpochMs;
  /** The number of its orders, and their sum in paise. */
  readonly orders?: number;
  readonly sum?: number;
  /** What is wrong with it. */
  readonly reason?: string;
}

type Folders = Pick<RailFolders, 'out' | 'sent' | 'in' | 'done' | 'refused'>;

const MESSAGE = /^(M[0-9A-F]{32})\.json$/;

/** The files of a folder that are whole: none that a program writes aside. */
const wholeIn = async (folder: string): Promise<ReadonlyArray<string>> =>
  ((await unlessGone(readdir(folder))) ?? []).filter((name) => !name.startsWith('.'));

/** The same where the bank chose the names: bytes that are no UTF-8 are shown as Latin-1, in which each is a letter. */
const arrivedIn = async (
  folder: string,
): Promise<ReadonlyArray<{ readonly name: string; readonly path: Buffer }>> =>
  ((await unlessGone(readdir(folder, { encoding: 'buffer' }))) ?? [])
    .map((bytes) => ({
      name: bytes.toString(isUtf8(bytes) ? 'utf8' : 'latin1'),
      path: Buffer.concat([Buffer.from(`${folder}/`), bytes]),
    }))
    .filter(({ name }) => !name.startsWith('.'));

const momentOf = async (path: string | Buffer): Promise<EpochMs | undefined> =>
  (await unlessGone(stat(path)))?.mtimeMs;

const jsonIn = async (path: string): Promise<Readonly<Record<string, unknown>>> => {
  const text = await unlessGone(readFile(path, 'utf8'));
  return text === undefined ? {} : (JSON.parse(text) as Readonly<Record<string, unknown>>);
};

interface Found extends BankFile {
  /** What says more of it. */
  readonly more?: string;
  /** Where its name alone does not lead to it. */
  readonly path?: Buffer;
}

const sentFiles = async ({ sent, out }: Folders): Promise<ReadonlyArray<Omit<Found, 'at'>>> => {
  const [names, waiting] = [await wholeIn(sent), new Set(await wholeIn(out))];
  const payloads = new Set(
    names.flatMap((name) => (name.endsWith('.part') ? name.slice(0, 33) : [])),
  );
  return names.flatMap((name) => {
    const messageId = MESSAGE.exec(name)?.[1];
    if (messageId === undefined) return [];
    const file = `${messageId}.xml`;
    const isDone = !waiting.has(file);
    const state = payloads.has(messageId) ? 'sending' : isDone ? 'fetched' : 'waiting';
    return [{ name: file, state, more: join(sent, name) } as const];
  });
};

const REASON = '.reason.json';

const bankFiles = async (folders: Folders): Promise<ReadonlyArray<Omit<Found, 'at'>>> => {
  const refused = await wholeIn(folders.refused);
  return [
    ...(await arrivedIn(folders.in)).map((one) => ({ ...one, state: 'arrived' }) as const),
    ...(await wholeIn(folders.done)).map((name) => ({ name, state: 'taken' }) as const),
    ...refused
      .filter((name) => !name.endsWith(REASON))
      .map((name) => {
        const more = join(folders.refused, `${name}${REASON}`);
        return { name, state: 'refused', more } as const;
      }),
  ];
};

const pathOf = (
  folders: Folders,
  { name, state, more, path }: Omit<Found, 'at'>,
): string | Buffer => {
  if (path !== undefined) return path;
  if (state === 'taken') return join(folders.done, name);
  return state === 'refused' ? join(folders.refused, name) : (more ?? name);
};

const detailed = async ({ more, path: _, ...file }: Found): Promise<BankFile> => {
  if (more === undefined) return file;
  const { count, sum, refusal } = await jsonIn(more);
  if (file.state !== 'refused') return { ...file, orders: Number(count), sum: Number(sum) };
  const { detail, line } = Object(refusal) as {
    readonly detail?: unknown;
    readonly line?: unknown;
  };
  return { ...file, reason: `line ${String(line)}: ${String(detail)}` };
};

/** The files of a rail over folders, the newest first, at most `limit` of those in the states. */
export const listBankFiles = async (
  folders: Folders,
  states: ReadonlySet<FileState>,
  limit: number,
): Promise<ReadonlyArray<BankFile>> => {
  const found: Found[] = [];
  for (const one of [...(await sentFiles(folders)), ...(await bankFiles(folders))]) {
    const at = states.has(one.state) ? await momentOf(pathOf(folders, one)) : undefined;
    if (at !== undefined) found.push({ at, ...one });
  }
  found.sort((a, b) => b.at - a.at || (a.name < b.name ? -1 : 1));
  return Promise.all(found.slice(0, limit).map(detailed));
};

/** How many files wait for the bank, how many for the engine, and how many were refused. */
export const countBankFiles = async ({
  out,
  in: incoming,
  refused,
}: Pick<Folders, 'out' | 'in' | 'refused'>): Promise<
  Readonly<Record<'waiting' | 'arrived' | 'refused', number>>
> => ({
  waiting: (await wholeIn(out)).length,
  arrived: (await wholeIn(incoming)).length,
  refused: (await wholeIn(refused)).filter((name) => !name.endsWith(REASON)).length,
});
