import { pages } from '../../kernel/flow/pages.js';
import { TransactionId, type JobId } from '../../kernel/values/ids.js';
import { jobOf } from '../../kernel/values/uuid.js';
import type { Archive } from '../../ports/archive.js';
import type { SealedEvent } from '../../model/journal/entry/sealed-event.js';
import type { DecidedPayout } from '../../model/payout/payout.js';
import type { Storage } from '../../storage/storage.js';
import { contentOf, filesOf, type Content } from './file-content.js';
import { recordLines, type FileHeader, type ReadFile } from './file-lines.js';

/** What a file that the database does not know is judged by. */
export interface LeftoverRun {
  readonly storage: Storage;
  readonly archive: Archive;
  /** Whether a file was found to be what it should be. */
  readonly isProven: (file: string) => boolean;
}

/**
 * Why a file is not what a stopped run left behind; nothing where each of its lines is, to the letter, in the database or
 * in a proven file. Then its part of the journal is proven there, and whoever can write files alone has added nothing.
 */
export const faultOfLeftover = async (
  run: LeftoverRun,
  { lines, content }: Content,
): Promise<string | undefined> => {
  const alone = new Map(lines.slice(1, -1).map((line, i) => [line, i + 2]));
  for await (const elsewhere of linesElsewhere(run, content)) {
    for (const line of elsewhere) alone.delete(line);
    if (alone.size === 0) return undefined;
  }
  const [number] = alone.values();
  return number === undefined
    ? undefined
    : `line ${String(number)} is neither in the database nor in a proven file: find out who wrote it before you delete the file`;
};

/** Whether the database knows a file by now. */
export const isKnown = async (
  storage: Storage,
  { tenant, number }: FileHeader,
  name: string,
): Promise<boolean> => {
  const [file] = await storage.read(({ archives }) => archives.files(tenant, number - 1, 1));
  return file?.name === name;
};

/** What a stopped run was about to archive went to a file of this number or a later one, or is still in the database. */
async function* linesElsewhere(
  { storage, archive, isProven }: LeftoverRun,
  content: ReadFile,
): AsyncGenerator<ReadonlyArray<string>> {
  yield await journalLines(storage, content);
  yield* payoutLines(storage, content);
  const { tenant, number } = content.header;
  for await (const { name } of filesOf(storage, tenant, number - 1)) {
    const read = isProven(name) ? await contentOf(archive, name) : 'not proven';
    if (typeof read !== 'string') yield read.lines;
  }
}

const EVENTS_A_READ = 200;

const journalLines = async (
  storage: Storage,
  { header: { tenant, from }, entries: { length }, events: wanted }: ReadFile,
): Promise<ReadonlyArray<string>> => {
  const sealed = await storage.read(({ seals }) => seals.chain(tenant, from.ordinal, length));
  const entries = sealed.flatMap(({ entry, ...seal }) =>
    entry === undefined ? [] : [{ ...seal, entry }],
  );
  const read = (after: number, limit: number) =>
    storage.read((stores) => stores.events.after(tenant, after, limit));
  const events: SealedEvent[] = [];
  for await (const some of pages(read, EVENTS_A_READ, from.position, ({ position }) => position)) {
    events.push(...some);
    if (events.length >= wanted.length) break;
  }
  return recordLines({ entries, events }, { ended: [], answers: [] });
};

const SUBJECTS_A_READ = 1_000;

async function* payoutLines(
  storage: Storage,
  { header: { tenant }, subjects }: ReadFile,
): AsyncGenerator<ReadonlyArray<string>> {
  const ids = [...subjects].filter((subject) => TransactionId.is(subject));
  for (let from = 0; from < ids.length; from += SUBJECTS_A_READ) {
    const some = ids.slice(from, from + SUBJECTS_A_READ);
    yield await storage.read(async ({ jobs, payouts, bankAnswers }) => {
      const found = await payouts.findMany(tenant, some);
      const jobIds = some.filter((id) => jobOf(id) === (id as string)) as string[] as JobId[];
      const ofJobs = await jobs.findMany(jobIds.map((jobId) => ({ tenant, jobId })));
      const ended = [
        ...ofJobs.map((job) => ({ job, payouts: [] })),
        { payouts: found.filter((one): one is DecidedPayout => one.intake !== 'undecided') },
      ];
      const answers = await bankAnswers.of(found.map(({ order }) => order));
      return recordLines({ entries: [], events: [] }, { ended, answers });
    });
  }
}
