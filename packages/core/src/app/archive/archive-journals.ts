import { E } from '../../kernel/fp.js';
import { hex } from '../../kernel/secrets/hex.js';
import type { Tenant } from '../../kernel/values/tenant.js';
import { DAY, MINUTE, type EpochMs } from '../../kernel/values/time.js';
import { allTenants } from '../../storage/all-tenants.js';
import { writeRecords } from '../writer/write-changes.js';
import { BrokenJournal, brokenBy } from '../journal/audit/read-chain.js';
import { NOTHING_SEALED } from '../journal/seal/hash-chain.js';
import type { Archive } from '../../ports/archive.js';
import type { Clock } from '../../ports/clock.js';
import type { Entropy } from '../../ports/entropy.js';
import { commit } from '../../storage/commit.js';
import type { BankAnswer } from '../../model/settlement/order/bank-answer.js';
import type { Storage, Stores } from '../../storage/storage.js';
import type { ArchiveFile, Dropping } from '../../storage/archive-store.js';
import { deliveryWork } from '../webhook/deliver/wake-deliveries.js';
import { endedWith, type Ended } from './ended.js';
import { fileLines } from './file-lines.js';
import { nextStretch, witnessesOf, type Stretch } from './stretch.js';
import { firstUndelivered, giveUpDeliveries, type Undelivered } from './undelivered.js';

/**
 * A report covers up to six months (§4.9), and no payout waits for approval or its date for longer than 180 days: what
 * is younger stays, so that the reports that people make are whole.
 */
export const ARCHIVE_AGE_MIN = 185 * DAY;

/** What one step of archiving did. */
export type ArchiveStep =
  | {
      readonly kind: 'archived';
      readonly file: ArchiveFile;
      readonly entries: number;
      readonly events: number;
      readonly payouts: number;
    }
  | {
      /** Nothing more of this journal is archived by this run. */
      readonly kind: 'done';
      readonly tenant: Tenant;
      readonly waitsFor: Undelivered | 'age';
    }
  | {
      /** This journal does not hold from here on: nothing more of it is archived, so that nothing of the evidence goes. */
      readonly kind: 'broken';
      readonly tenant: Tenant;
      readonly entry: number;
      readonly reason: string;
    };

/** Another process archives, or one was killed less than a minute ago. */
export class ArchiveHeld extends Error {
  override readonly name: string = 'ArchiveHeld';
}

/** What archiving needs. */
export interface ArchivePorts {
  readonly storage: Storage;
  readonly clock: Clock;
  readonly entropy: Entropy;
  readonly archive: Archive;
}

const LEASE_MS = MINUTE;

const ID_BYTES = 16;

/**
 * Archives, journal by journal, what is older than an age: each step keeps a file and then takes what it holds out of
 * the database, in one commit. Stopped anywhere, the next run goes on from the last commit. Runs beside everything else.
 * A journal that does not hold keeps no other from being archived.
 *
 * @param olderThan epoch ms. What happened at it or later stays.
 * @throws ArchiveHeld while another process does so.
 */
export async function* archiveJournals(
  { storage, clock, entropy, archive }: ArchivePorts,
  olderThan: EpochMs,
): AsyncGenerator<ArchiveStep> {
  if (clock.now() - olderThan < ARCHIVE_AGE_MIN)
    throw new RangeError('what is younger than 185 days is not archived');
  const token = await claimed(storage, clock);
  const stay = staying(storage, clock, token);
  try {
    const candidate = hex(entropy.bytes(ID_BYTES));
    const id = await commit(storage, ({ archives }) => archives.keepId(candidate));
    await archive.open(id);
    for await (const tenants of allTenants(storage)) {
      for (const tenant of tenants)
        yield* archiveJournal({ storage, clock, archive, id, token, stay }, tenant, olderThan);
    }
  } finally {
    await commit(storage, ({ archives }) => archives.extend(token, clock.now()));
  }
}

/** What a run would archive of one journal, and where it would stop. */
export interface ArchivePlan {
  readonly tenant: Tenant;
  readonly entries: number;
  readonly end: Exclude<ArchiveStep, { readonly kind: 'archived' }>;
}

/** Reads what archiving would do with each journal, and proves what it would archive as a run does. Changes nothing. */
export async function* planArchive(
  storage: Storage,
  olderThan: EpochMs,
): AsyncGenerator<ArchivePlan> {
  for await (const tenants of allTenants(storage)) {
    for (const tenant of tenants) yield await planOf(storage, tenant, olderThan);
  }
}

const planOf = async (
  storage: Storage,
  tenant: Tenant,
  olderThan: EpochMs,
): Promise<ArchivePlan> => {
  const last = await storage.read(({ archives }) => archives.last(tenant));
  let from = last?.head ?? NOTHING_SEALED;
  for (let entries = 0; ;) {
    const next = await nextStretch(storage, tenant, from, olderThan).catch(brokenBy);
    if (next instanceof BrokenJournal) return { tenant, entries, end: brokenStep(tenant, next) };
    if ('waitsFor' in next)
      return { tenant, entries, end: { kind: 'done', tenant, waitsFor: next.waitsFor } };
    entries += next.entries.length;
    from = next.to;
  }
};

const brokenStep = (tenant: Tenant, { entry, reason }: BrokenJournal) =>
  ({ kind: 'broken', tenant, entry, reason }) as const;

const claimed = async (storage: Storage, clock: Clock): Promise<number> => {
  const token = await commit(storage, ({ archives }) => archives.claim(clock.now(), LEASE_MS));
  if (token === undefined)
    throw new ArchiveHeld('another process archives, or was killed less than a minute ago');
  return token;
};

/** Keeps the claim while the run is slow, or finds nothing to archive for long. */
const staying = (storage: Storage, clock: Clock, token: number): (() => Promise<void>) => {
  let renewedAt = clock.now();
  return async () => {
    const now = clock.now();
    if (now - renewedAt < LEASE_MS / 4) return;
    if (!(await commit(storage, ({ archives }) => archives.extend(token, now + LEASE_MS))))
      throw takenOver();
    renewedAt = now;
  };
};

const takenOver = (): ArchiveHeld => new ArchiveHeld('another process archives by now');

interface Run {
  readonly storage: Storage;
  readonly clock: Clock;
  readonly archive: Archive;
  readonly id: string;
  readonly token: number;
  /** Keeps others away for longer. */
  readonly stay: () => Promise<void>;
}

async function* archiveJournal(
  run: Run,
  tenant: Tenant,
  olderThan: EpochMs,
): AsyncGenerator<ArchiveStep> {
  for (;;) {
    await run.stay();
    const next = await nextFile(run, tenant, olderThan).catch(brokenBy);
    if (next instanceof BrokenJournal) {
      yield brokenStep(tenant, next);
      return;
    }
    if ('waitsFor' in next) {
      yield { kind: 'done', tenant, waitsFor: next.waitsFor };
      return;
    }
    // What moved meanwhile is read again.
    if (!(await drop(run, next))) continue;
    const { stretch, dropping } = next;
    yield {
      kind: 'archived',
      file: dropping.file,
      entries: stretch.entries.length,
      events: stretch.events.length,
      payouts: dropping.payouts.length,
    };
  }
}

interface NextFile {
  readonly stretch: Stretch;
  readonly answers: ReadonlyArray<BankAnswer>;
  readonly dropping: Dropping;
}

const nextFile = async (
  { storage, clock, archive, id, stay }: Run,
  tenant: Tenant,
  olderThan: EpochMs,
): Promise<NextFile | { readonly waitsFor: Undelivered | 'age' }> => {
  const last = await storage.read(({ archives }) => archives.last(tenant));
  const from = last?.head ?? NOTHING_SEALED;
  const stretch = await nextStretch(storage, tenant, from, olderThan);
  if ('waitsFor' in stretch) return stretch;
  const ended = await storage.read((stores) => endedWith(stores, tenant, stretch));
  const payouts = ended.flatMap((one) => one.payouts);
  const answers = await storage.read((stores) => answersTo(stores, payouts));
  const number = (last?.number ?? 0) + 1;
  const header = {
    archiveId: id,
    tenant,
    number,
    from,
    to: stretch.to,
    ...(last !== undefined && { previous: last.digest }),
  };
  const lines = fileLines(header, stretch, { ended, answers: [...answers].sort(byId) });
  await stay();
  const kept = await archive.keep({ tenant, number, lines });
  const file = { tenant, number, ...kept, head: stretch.to, at: clock.now() };
  return { stretch, answers, dropping: { file, ...recordsOf(stretch, ended) } };
};

/** The bank's messages on these payouts. They are only ever added. */
const answersTo = async (
  { bankAnswers }: Pick<Stores, 'bankAnswers'>,
  payouts: Dropping['payouts'],
): Promise<ReadonlyArray<BankAnswer>> =>
  payouts.length === 0 ? [] : bankAnswers.of(payouts.map(({ order }) => order));

const byId = (a: { readonly answerId: string }, b: { readonly answerId: string }): number =>
  a.answerId < b.answerId ? -1 : 1;

const recordsOf = (stretch: Stretch, ended: ReadonlyArray<Ended>): Omit<Dropping, 'file'> => {
  const places = ended.flatMap((one) => one.places);
  const gone = new Set(places);
  return {
    jobs: ended.flatMap(({ job }) => job ?? []),
    payouts: ended.flatMap(({ payouts }) => payouts),
    places,
    kept: witnessesOf(stretch).filter(({ place }) => !gone.has(place)),
  };
};

/** Takes what the file holds out of the database; false if something of it has moved since it was read. */
const drop = async ({ storage, clock, token }: Run, next: NextFile): Promise<boolean> => {
  const dropped = await storage.atomically<'held' | 'moved', true>(async (stores) => {
    const now = clock.now();
    if (!(await stores.archives.extend(token, now + LEASE_MS))) return E.left('held');
    if (!(await isAsRead(stores, next, now))) return E.left('moved');
    const { stretch, dropping } = next;
    const { tenant } = dropping.file;
    const subjects = [
      ...dropping.jobs.map(({ jobId }) => jobId),
      ...dropping.payouts.map(({ order }) => order.transactionId),
    ];
    await writeRecords(stores, { drops: subjects.map((subject) => ({ tenant, subject })) });
    await giveUpDeliveries(stores, tenant, stretch.events);
    await stores.archives.drop(dropping);
    return E.right(true);
  });
  if (E.isRight(dropped)) return true;
  if (dropped.left === 'held') throw takenOver();
  return false;
};

const isAsRead = async (
  stores: Stores,
  { stretch, answers, dropping: { file, payouts } }: NextFile,
  now: EpochMs,
): Promise<boolean> => {
  const { tenant, number } = file;
  const last = await stores.archives.last(tenant);
  if ((last?.number ?? 0) !== number - 1) return false;
  // First, as those do who have events sent again: they come before this, or find the events gone.
  const endpoints = await stores.webhookEndpoints.of(tenant);
  const wakes = endpoints.map(({ endpointId }) => deliveryWork(tenant, endpointId, now));
  await writeRecords(stores, { wakes });
  if ((await firstUndelivered(stores, tenant, stretch.events)) !== undefined) return false;
  const ids = payouts.map(({ order }) => order.transactionId);
  if (ids.length === 0) return true;
  await stores.payouts.hold(tenant, ids);
  if ((await answersTo(stores, payouts)).length !== answers.length) return false;
  const stored = await stores.payouts.findMany(tenant, ids);
  const sequences = new Map(payouts.map((one) => [one.order.transactionId, one.progress.sequence]));
  return (
    stored.length === ids.length &&
    stored.every(
      (one) =>
        one.intake !== 'undecided' &&
        sequences.get(one.order.transactionId) === one.progress.sequence,
    )
  );
};
