import { fromBufferPromise, type Entry, type ZipFile } from 'yauzl';
import { refuse } from '../file-refused.js';

/** The files inside a workbook. */
export interface Parts {
  readonly has: (path: string) => boolean;
  /** The bytes of a file, unpacked. @throws FileRefused */
  readonly read: (path: string) => AsyncIterable<Uint8Array>;
}

const ENTRIES_MAX = 2_000;

const UNPACKED_MAX = 64 * 1_048_576;

/** No sheet that people fill is packed to less than a two-hundredth. */
const RATIO_MAX = 200;

const RATIO_FROM = 1_048_576;

const tooLarge = (what: string): never =>
  refuse('too_large', `the workbook ${what}: copy the payments into a new one`);

/** That bytes are no complete workbook. */
export const DAMAGED = 'the workbook is damaged or cut off: open and save it again';

/** What the unpacker cannot do lies in the file: its bytes are in memory. */
const unpacking = async <A>(work: () => Promise<A>): Promise<A> => {
  try {
    return await work();
  } catch {
    return refuse('damaged', DAMAGED);
  }
};

const checkEntry = (entry: Entry): void => {
  if (entry.isEncrypted()) refuse('encrypted', 'the workbook has a password: save it without one');
  const { compressedSize, uncompressedSize } = entry;
  if (uncompressedSize > RATIO_FROM && uncompressedSize > RATIO_MAX * compressedSize)
    tooLarge('has a part that is packed to less than a two-hundredth');
};

/** Paths count without letter case; a leading slash is none. */
const keyOf = (path: string): string => path.replace(/^\//, '').toLowerCase();

const entriesOf = async (zip: ZipFile): Promise<ReadonlyMap<string, Entry>> => {
  if (zip.entryCount > ENTRIES_MAX) tooLarge('has more than 2,000 parts');
  const all = await unpacking(async () => {
    const found: Entry[] = [];
    for await (const entry of zip.eachEntry()) found.push(entry);
    return found;
  });
  const entries = new Map<string, Entry>();
  let bytes = 0;
  for (const entry of all) {
    checkEntry(entry);
    bytes += entry.uncompressedSize;
    if (bytes > UNPACKED_MAX) tooLarge('unpacks to more than 64 MiB');
    // Another program may read the other one of two.
    if (entries.has(keyOf(entry.fileName))) refuse('damaged', DAMAGED);
    entries.set(keyOf(entry.fileName), entry);
  }
  return entries;
};

/** Opens a workbook whose sizes are in bounds, by what it says of them. @throws FileRefused */
export const openZip = async (bytes: Buffer): Promise<Parts> => {
  const zip = await unpacking(() => fromBufferPromise(bytes));
  const entries = await entriesOf(zip);
  return {
    has: (path) => entries.has(keyOf(path)),
    read: async function* (path) {
      const entry = entries.get(keyOf(path)) ?? refuse('damaged', DAMAGED);
      // yauzl stops where there are more bytes than the entry said.
      const stream = await unpacking(() => zip.openReadStreamPromise(entry));
      const chunks = stream[Symbol.asyncIterator]() as AsyncIterator<Uint8Array>;
      try {
        for (;;) {
          const next = await unpacking(() => chunks.next());
          if (next.done === true) return;
          yield next.value;
        }
      } finally {
        stream.destroy();
      }
    },
  };
};
