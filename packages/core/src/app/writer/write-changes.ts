import { fallsDueBy } from '../duty/waking.js';
import { jobEntry } from '../../model/intake/job/job-entry.js';
import type { Job } from '../../model/intake/job/job.js';
import { following, type JournalEntry, type NextEntry } from '../../model/journal/entry/entry.js';
import { E } from '../../kernel/fp.js';
import { byTenant, nameOfTenant, type Tenant } from '../../kernel/values/tenant.js';
import { movePayouts } from './payout/move-payouts.js';
import { reached, type Move } from '../../model/payout/move.js';
import {
  awaitsApproval,
  isDead,
  isUnsent,
  type AcceptedPayout,
} from '../../model/payout/payout.js';
import { InDoubt, inDoubt, NOTHING_RESOLVED, type Doubted, type Resolved } from '../doubt/doubt.js';
import type { Stores } from '../../storage/storage.js';
import { whole, type Stores as WholeStores } from '../../storage/whole-storage.js';
import {
  together,
  type Changes,
  type Handled,
  type JobStep,
  type RecordChanges,
} from './changes.js';
import { checkChanges, checkScope, ofAny, ofOne, type Scope } from './check-changes.js';
import { endRows, type EndedRows } from './end-rows.js';
import { writeJudged } from './write-judged.js';

/**
 * Writes what a rule has decided, and answers how many rows of a job ended. Refuses with the payouts that would end
 * although the bank may have executed them: then the unit of work has to be undone.
 *
 * @param tenant whose the changes are; undefined where a duty decides on what it has claimed, of any corporates.
 * @throws where the changes name a payout twice, or anything of another corporate.
 */
export const writeChanges = async (
  stores: Stores,
  tenant: Tenant | undefined,
  changes: Changes,
  resolved: Resolved,
): Promise<E.Either<InDoubt, number>> => {
  const doubted = await doubtedOf(stores, changes, resolved);
  if (doubted.length > 0) return E.left(InDoubt(doubted));
  const scope = tenant === undefined ? ofAny : ofOne(tenant);
  const ended = await write(stores, changes, { resolved, scope });
  return ended.doubted.length > 0 ? E.left(InDoubt(ended.doubted)) : E.right(ended.count);
};

/**
 * Writes likewise what holds for each payout by itself: one that would end although the bank may have executed it stays as
 * it is, and is answered.
 */
export const writeForEach = async (
  stores: Stores,
  tenant: Tenant,
  { moves = [], ...changes }: Omit<Changes, 'rows' | 'judged'>,
  resolved: Resolved,
): Promise<ReadonlyArray<Doubted>> => {
  const doubted = await doubtedOf(stores, { moves }, resolved);
  const kept = new Set(doubted.map(({ transactionId }) => transactionId));
  const going = moves.filter(({ payout }) => !kept.has(payout.order.transactionId));
  await write(stores, { ...changes, moves: going }, { resolved, scope: ofOne(tenant) });
  return doubted;
};

/**
 * Writes changes of one corporate that no doubt touches: they follow what the bank says, or end nothing that it may have
 * executed.
 *
 * @throws where the changes name a payout twice, or are of two corporates.
 */
export const writeCertain = async (
  stores: Stores,
  changes: Omit<Changes, 'rows'>,
): Promise<void> => {
  await write(stores, changes, { resolved: NOTHING_RESOLVED, scope: ofOne() });
};

/** Writes likewise changes of several corporates: of those that a duty has claimed work of, or that the bank speaks of. */
export const writeCertainAcross = async (
  stores: Stores,
  changes: Omit<Changes, 'rows'>,
): Promise<void> => {
  await write(stores, changes, { resolved: NOTHING_RESOLVED, scope: ofAny });
};

/**
 * Writes changes of one corporate that move no payout and no job, in one go: no doubt touches them either.
 *
 * @throws where the changes explain a payout twice, or are of two corporates.
 */
export const writeRecords = async (
  stores: Stores,
  ...parts: ReadonlyArray<RecordChanges>
): Promise<void> => {
  await write(stores, together(parts), { resolved: NOTHING_RESOLVED, scope: ofOne() });
};

/** Writes likewise changes of several corporates. */
export const writeRecordsAcross = async (
  stores: Stores,
  ...parts: ReadonlyArray<RecordChanges>
): Promise<void> => {
  await write(stores, together(parts), { resolved: NOTHING_RESOLVED, scope: ofAny });
};

const doubtedOf = (
  stores: Stores,
  { moves = [], judged = [] }: Pick<Changes, 'moves' | 'judged'>,
  resolved: Resolved,
): Promise<ReadonlyArray<Doubted>> => {
  const rejected = judged.flatMap(({ rows }) => rows.filter(({ result }) => E.isLeft(result)));
  const ending = [...moves.filter(endsUnsent), ...rejected].map(({ payout }) => payout.order);
  return inDoubt(stores, ending, resolved);
};

const endsUnsent = (move: Move): boolean =>
  isUnsent(move.payout.progress.status) && isDead(reached(move).status);

/** Nothing is left for a worker to do about payouts that end before they are sent. */
const workOfEnded = ({
  moves = [],
  work = [],
  wakes = [],
  drops = [],
  handled: { over = [], later = [], givenBack = [], failed = [] } = {},
}: RecordChanges & Partial<Changes>): NonNullable<RecordChanges['drops']> => {
  const ended = moves.filter((move) => endsUnsent(move) && hasOwnWork(move.payout));
  if (ended.length === 0) return [];
  const said = [work, wakes, drops, over, later, givenBack, failed].flat();
  const subjects = new Set(said.map(({ subject }) => subject));
  return ended.flatMap(({ payout: { order } }) =>
    subjects.has(order.transactionId)
      ? []
      : [{ tenant: order.tenant, subject: order.transactionId }],
  );
};

/** That the approval of a payout expires is work of its job, where it has one. */
const hasOwnWork = ({ order, progress }: AcceptedPayout): boolean =>
  order.jobId === undefined || !awaitsApproval(progress.status);

/**
 * The order of locks is the one in which workers take them: work, records, jobs, payouts, daily limits. So no unit holds what
 * another waits for while it waits for that one. Rows of a job that end take their work after the job: a worker that comes
 * upon it steps over it and waits for nothing. Evaluation reads daily limits to decide by them, and takes them first: where
 * it meets a unit that takes them last, the database undoes one of the two, which runs again.
 */
const write = async (
  reading: Stores,
  changes: RecordChanges & Partial<Changes>,
  { resolved, scope }: { readonly resolved: Resolved; readonly scope: Scope },
): Promise<EndedRows> => {
  checkChanges(changes, scope);
  const stores = whole(reading);
  const { work = [], wakes = [], drops = [], saves = [], by, at } = changes;
  if (work.length > 0) await stores.work.add(work);
  if (wakes.length > 0) await stores.work.wake(wakes);
  for (const [owner, dropped] of byTenant([...drops, ...workOfEnded(changes)])) {
    const subjects = dropped.map(({ subject }) => subject);
    await stores.work.drop(owner, subjects);
  }
  const saved: JournalEntry[] = [];
  for (const save of saves) saved.push(...((await save(stores)) ?? []));
  checkScope(saved, scope);
  const { ended, said } =
    by === undefined || at === undefined
      ? NOTHING
      : await writePayouts(stores, { ...changes, by, at }, resolved);
  const { explained = [], entries = [], incidents = [], handled = {} } = changes;
  for (const [owner, reasons] of byTenant(explained)) await stores.payouts.explain(owner, reasons);
  const entriesInOrder = await numbered(stores, [...said, ...entries, ...saved]);
  if (entriesInOrder.length > 0) await stores.journal.append(entriesInOrder);
  await handle(stores, handled);
  const { givenBack = [] } = handled;
  const due = work.length + wakes.length + givenBack.length + entriesInOrder.length;
  if (due > 0 || by !== undefined) fallsDueBy(stores);
  if (incidents.length > 0) await stores.journal.raise(incidents);
  return ended;
};

/** How many rows of a job ended, and what the journal says of jobs. */
interface WrittenPayouts {
  readonly ended: EndedRows;
  readonly said: ReadonlyArray<JournalEntry>;
}

const NOTHING: WrittenPayouts = { ended: { count: 0, doubted: [] }, said: [] };

const writePayouts = async (
  stores: WholeStores,
  changes: Changes,
  resolved: Resolved,
): Promise<WrittenPayouts> => {
  const { by, newJobs = [], jobs = [], moves = [], judged = [], rows } = changes;
  if (newJobs.length > 0) await stores.jobs.add(newJobs);
  if (jobs.length > 0) await stores.jobs.advance(jobs.map(({ after }) => after));
  if (moves.length > 0) await movePayouts(stores, moves, by);
  for (const one of judged) await writeJudged(stores, one, by);
  const { ended } = rows ? { ended: await endRows(stores, rows, changes, resolved) } : NOTHING;
  return { ended, said: [...newJobs.map(firstEntryOf), ...jobs.map(entryOf(changes))] };
};

const firstEntryOf = (job: Job): JournalEntry =>
  jobEntry(undefined, job, job.requestedAt, job.initiatedByUserId);

const entryOf =
  ({ by: { actor, via }, at }: Pick<Changes, 'by' | 'at'>) =>
  ({ before, after }: JobStep): JournalEntry => ({
    ...jobEntry(before, after, at, actor),
    ...(via !== undefined && { via }),
  });

/** Entries with their numbers: several may follow one another. */
const numbered = async (
  { journal }: Stores,
  entries: NonNullable<Changes['entries']>,
): Promise<ReadonlyArray<JournalEntry>> => {
  const done: JournalEntry[] = [];
  const subjectOf = ({ tenant, subjectId }: JournalEntry | NextEntry) =>
    JSON.stringify([nameOfTenant(tenant), subjectId]);
  for (const entry of entries) {
    const last = async () =>
      done.findLast((one) => subjectOf(one) === subjectOf(entry)) ??
      (await journal.last(entry.tenant, entry.subjectId));
    done.push(entry.sequence === undefined ? following(await last(), entry) : entry);
  }
  return done;
};

const handle = async (
  { work }: WholeStores,
  { over = [], later = [], givenBack = [], failed = [] }: Handled,
): Promise<void> => {
  if (over.length > 0) await work.finish(over);
  if (later.length > 0) await work.defer(later);
  if (givenBack.length > 0) await work.giveBack(givenBack);
  if (failed.length > 0) await work.fail(failed);
};
