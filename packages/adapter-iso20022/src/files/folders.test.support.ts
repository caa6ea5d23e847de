import { mkdir, mkdtemp, readFile, rename, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { UsageGuide } from '../guide/usage-guide.js';
import { guide } from '../orders.test.data.js';
import { arrivedOf } from './arrived.js';
import { nodeDisk, type Disk } from './disk.js';
import { noEnvelope, type Envelope } from './envelope.js';
import type { CollectedFile } from './collect.js';
import { fileRailOn, type FileRail } from './file-rail.js';

const NAMES = ['out', 'sent', 'in', 'done', 'refused', 'bank'] as const;
export type Folder = (typeof NAMES)[number];

/** Folders between a rail and a bank. */
export interface Office {
  readonly rail: (
    disk?: Disk,
    guide?: UsageGuide,
    envelope?: Envelope,
    now?: () => number,
  ) => FileRail;
  /** A rail whose ledger has a mark outside of the folders. */
  readonly markedRail: (disk?: Disk) => FileRail;
  readonly mark: string;
  /** Files of the bank by the names that it gave them, also once the rail has given one a name of its own. */
  readonly names: (folder: Folder) => Promise<ReadonlyArray<string>>;
  /** What the bank has taken from `out`, and what still lies there. */
  readonly sentRefs: () => Promise<ReadonlyArray<string>>;
  /** The bank takes every file. */
  readonly pickUp: () => Promise<void>;
  /** The bank puts a file, complete since a minute. */
  readonly put: (name: string, text: string) => Promise<void>;
  readonly text: (folder: Folder, name: string) => Promise<string>;
  readonly path: (folder: Folder) => string;
}

const REF = /<InstrId>(H[0-9A-F]{32})<\/InstrId>/g;

export const officeOf = async (t: {
  readonly teardown: (end: () => Promise<void>) => void;
}): Promise<Office> => {
  const root = await mkdtemp(join(tmpdir(), 'hundi-files-'));
  t.teardown(() => rm(root, { recursive: true, force: true }));
  const path = (folder: Folder): string => join(root, folder);
  for (const name of NAMES) await mkdir(path(name));
  const names: Office['names'] = async (folder) =>
    (await nodeDisk.listAny(path(folder))).map((file) => arrivedOf(file).name).sort();
  const text: Office['text'] = (folder, name) => readFile(join(path(folder), name), 'utf8');
  const options = {
    out: path('out'),
    sent: path('sent'),
    in: path('in'),
    done: path('done'),
    refused: path('refused'),
    guide,
    clock: { now: () => Date.now() },
  };
  const mark = join(root, 'mark');
  return {
    rail: (disk = nodeDisk, by = guide, envelope = noEnvelope, now = () => Date.now()) =>
      fileRailOn(disk, { ...options, guide: by, envelope, clock: { now } }),
    markedRail: (disk = nodeDisk) => fileRailOn(disk, { ...options, ledgerMark: mark }),
    mark,
    names,
    text,
    path,
    sentRefs: async () => {
      const files = await Promise.all(
        (['bank', 'out'] as const).map(async (folder) =>
          Promise.all((await names(folder)).map((name) => text(folder, name))),
        ),
      );
      return files.flat().flatMap((file) => [...file.matchAll(REF)].map(([, ref = '']) => ref));
    },
    pickUp: async () => {
      for (const name of await names('out'))
        await rename(
          join(path('out'), name),
          join(path('bank'), `${String(Math.random())}-${name}`),
        );
    },
    put: async (name, content) => {
      const file = join(path('in'), name);
      await writeFile(file, content);
      const at = Date.now() / 1_000 - 60;
      await utimes(file, at, at);
    },
  };
};

/** The process is killed before the nth step of its disk, or in the middle of it where it writes. */
export const dyingDisk = (steps: number): Disk => {
  let left = steps;
  const step = (): void => {
    if (left <= 0) throw new Error('killed');
    left -= 1;
  };
  const stepped =
    <A extends ReadonlyArray<unknown>, B>(run: (...given: A) => Promise<B>) =>
    async (...given: A): Promise<B> => {
      step();
      return run(...given);
    };
  return {
    list: stepped(nodeDisk.list),
    listAny: stepped(nodeDisk.listAny),
    isWritable: stepped(nodeDisk.isWritable),
    stat: stepped(nodeDisk.stat),
    text: stepped(nodeDisk.text),
    link: stepped(nodeDisk.link),
    move: stepped(nodeDisk.move),
    remove: stepped(nodeDisk.remove),
    sync: stepped(nodeDisk.sync),
    read: (path) => {
      step();
      return nodeDisk.read(path);
    },
    write: async (path, pieces) => {
      step();
      await nodeDisk.write(
        path,
        (async function* () {
          for await (const piece of pieces) {
            yield piece.subarray(0, piece.length >> 1);
            step();
            yield piece.subarray(piece.length >> 1);
          }
        })(),
      );
      step();
    },
  };
};

/** A disk that writes no file before it is let go; `isAsked` says that the process came as far. */
export const heldDisk = () => {
  const [asked, free] = [deferred(), deferred()];
  const disk: Disk = {
    ...nodeDisk,
    write: async (path, pieces) => {
      asked.resolve();
      await free.done;
      await nodeDisk.write(path, pieces);
    },
  };
  return { disk, isAsked: asked.done, letGo: free.resolve };
};

const deferred = () => {
  let resolve: () => void = () => undefined;
  const done = new Promise<void>((resolved) => {
    resolve = resolved;
  });
  return { done, resolve: () => resolve() };
};

/** Takes what has come in, as an engine does: each report once. */
export const collectAll = async (
  rail: FileRail,
  engine: Set<string>,
): Promise<ReadonlyArray<CollectedFile>> => {
  const files: CollectedFile[] = [];
  await rail.collect(async (file) => {
    files.push(file);
    for (const { reportId, bankRef, verdict } of file.reports)
      engine.add(`${reportId}/${bankRef}/${verdict.kind}`);
  });
  return files;
};
