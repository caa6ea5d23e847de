import { E } from '../fp.js';
import { oneAhead } from '../kernel/one-ahead.js';
import { together } from '../kernel/together.js';
import { groupBy } from '../kernel/group.js';
import type { PackageCode } from '../kernel/ids.js';
import { byTenant, type Tenant } from '../kernel/tenant.js';
import type { EpochMs } from '../kernel/time.js';
import { rowId } from '../kernel/uuid.js';
import type { IntakeRow, Payout, UndecidedPayout } from '../payout/payout.js';
import type { LimitUse } from '../payout/payout-store.js';
import type { Pacer } from '../ports/pacer.js';
import type { Stores } from '../ports/storage.js';
import { dailyBook, type DailyBook } from './daily-room.js';
import { concludeRows, INTAKE, judgeGroups, type Evaluation } from './evaluate-batch.js';
import type { JudgedRow } from './group-rules.js';
import { jobEntry } from './job-entry.js';
import { stepJob } from './job-machine.js';
import type { Job } from './job.js';
import type { ClaimedJob } from './process-jobs.js';
import { readFacts } from './read-facts.js';
import type { RowFacts } from './row-facts.js';
import { judgeRow } from './row-rules.js';

// Rows that are read or judged between two turns of other requests.
const ROWS_A_TURN = 1_000;

/** Evaluates claimed jobs inside one unit of work; a job whose claim was lost meanwhile is left alone. */
export const evaluateJobs = async (
  stores: Stores,
  claimed: ReadonlyArray<ClaimedJob>,
  at: EpochMs,
  pacer: Pacer,
): Promise<void> => {
  const held = await stores.work.held(claimed.map(({ work }) => work));
  const ours = claimed.filter(({ work }) => held.has(work.subject));
  for (const [tenant, jobs] of byTenant(ours.map(({ job }) => job))) {
    await evaluateCorporate(stores, tenant, jobs, at, pacer);
  }
  await stores.work.finish(ours.map(({ work }) => work));
};

const evaluateCorporate = async (
  stores: Stores,
  tenant: Tenant,
  jobs: ReadonlyArray<Job>,
  at: EpochMs,
  pacer: Pacer,
): Promise<void> => {
  const rows = await rowsOf(stores, tenant, jobs);
  const makers = jobs.map(({ initiatedByUserId }) => initiatedByUserId);
  const factsFor = await readFacts(stores, tenant, makers, rows, at);
  const byJob = groupBy(rows, ({ order }) => order.jobId);

  const alone = new Map<Job, ReadonlyArray<JudgedRow>>();
  for (const job of jobs) {
    const facts = factsFor(job.initiatedByUserId);
    alone.set(job, await judgeRows(byJob.get(job.jobId) ?? [], facts, pacer));
  }
  const book = await holdLimits(
    stores,
    tenant,
    [...alone.values()].flat(),
    factsFor(firstOf(makers)),
  );

  const judged: JudgedRow[] = [];
  const ended: { readonly before: Job; readonly after: Job }[] = [];
  for (const [job, own] of alone) {
    const grouped = judgeGroups(own, factsFor(job.initiatedByUserId), book);
    const accepted = grouped.filter(({ verdict }) => E.isRight(verdict)).length;
    const after = stepJob(job, { type: 'complete', accepted, at });
    if (E.isLeft(after)) throw new Error(`a claimed job was ${after.left.status}`);
    judged.push(...grouped);
    ended.push({ before: job, after: after.right });
  }
  await writeRows(stores, tenant, judged, factsFor(firstOf(makers)), pacer);
  await stores.payouts.useLimits(tenant, book.taken());
  await stores.jobs.advance(ended.map(({ after }) => after));
  await stores.journal.append(
    ended.map(({ before, after }) => jobEntry(before, after, at, INTAKE)),
  );
};

const firstOf = <A>(items: ReadonlyArray<A>): A => {
  const [first] = items;
  if (first === undefined) throw new Error('a corporate without jobs');
  return first;
};

const isUndecided = (payout: Payout): payout is UndecidedPayout => payout.intake === 'undecided';

/** The undecided rows of the jobs. Small jobs are read together, a large one in ranges. */
const rowsOf = async (
  stores: Stores,
  tenant: Tenant,
  jobs: ReadonlyArray<Job>,
): Promise<ReadonlyArray<IntakeRow>> => {
  const rows: IntakeRow[] = [];
  const small = jobs.filter(({ total }) => total <= ROWS_A_TURN);
  const ids = small.flatMap(({ jobId, total }) =>
    Array.from({ length: total }, (_, index) => rowId(jobId, index)),
  );
  if (ids.length > 0) {
    const found = (await stores.payouts.findMany(tenant, ids)).filter(isUndecided);
    rows.push(...found.sort((a, b) => (a.order.transactionId < b.order.transactionId ? -1 : 1)));
  }
  const pages = jobs
    .filter(({ total }) => total > ROWS_A_TURN)
    .flatMap(({ jobId, total }) => pageStarts(total).map((from) => ({ jobId, from })));
  const read = ({ jobId, from }: (typeof pages)[number]) =>
    stores.payouts.undecidedOfJob(tenant, jobId, from, ROWS_A_TURN);
  for await (const page of oneAhead(pages, read)) rows.push(...page);
  return rows;
};

const pageStarts = (total: number): ReadonlyArray<number> =>
  Array.from({ length: Math.ceil(total / ROWS_A_TURN) }, (_, page) => page * ROWS_A_TURN);

const judgeRows = async (
  rows: ReadonlyArray<IntakeRow>,
  facts: RowFacts,
  pacer: Pacer,
): Promise<ReadonlyArray<JudgedRow>> => {
  const judged: JudgedRow[] = [];
  for (let from = 0; from < rows.length; from += ROWS_A_TURN) {
    if (from > 0) await pacer.breathe();
    for (const payout of rows.slice(from, from + ROWS_A_TURN)) {
      judged.push({ payout, verdict: judgeRow(payout, facts) });
    }
  }
  return judged;
};

/** Holds the limits that the rows could count against, so that no other unit fits into the same room. */
const holdLimits = async (
  stores: Stores,
  tenant: Tenant,
  rows: ReadonlyArray<JudgedRow>,
  { packages }: RowFacts,
): Promise<DailyBook> => {
  const limits = new Map<PackageCode, number>();
  for (const [code, { package: record }] of packages) {
    if (record.dailyAmountLimit !== null) limits.set(code, record.dailyAmountLimit);
  }
  const keys = new Map<string, Pick<LimitUse, 'packageCode' | 'day'>>();
  if (limits.size > 0) {
    for (const { payout, verdict } of rows) {
      if (E.isLeft(verdict) || verdict.right.limitDay === undefined) continue;
      const { packageCode } = payout.order;
      const day = verdict.right.limitDay;
      keys.set(`${day} ${packageCode}`, { packageCode, day });
    }
  }
  const used = keys.size === 0 ? [] : await stores.payouts.holdLimits(tenant, [...keys.values()]);
  return dailyBook(limits, used);
};

const writeRows = async (
  stores: Stores,
  tenant: Tenant,
  rows: ReadonlyArray<JudgedRow>,
  facts: RowFacts,
  pacer: Pacer,
): Promise<void> => {
  const write = ({ verdicts, entries, work }: Evaluation): Promise<void> =>
    together([
      stores.payouts.decide(tenant, verdicts),
      stores.journal.append(entries),
      stores.work.add(work),
    ]);
  const starts = Array.from(
    { length: Math.ceil(rows.length / ROWS_A_WRITE) },
    (_, chunk) => chunk * ROWS_A_WRITE,
  );
  // The next rows are concluded and handed over while these are being written.
  const written = oneAhead(starts, (from) =>
    write(concludeRows(rows.slice(from, from + ROWS_A_WRITE), facts)),
  );
  for await (const _ of written) await pacer.breathe();
};

const ROWS_A_WRITE = 2_000;
