import { indexLater } from '../duty/index-later.js';
import { E } from '../fp.js';
import { groupBy } from '../kernel/group.js';
import { byTenant, type Tenant } from '../kernel/tenant.js';
import type { EpochMs } from '../kernel/time.js';
import type { IntakeRow } from '../payout/payout.js';
import type { Pacer } from '../ports/pacer.js';
import type { Stores } from '../ports/storage.js';
import { INTAKE, judgeGroups } from './evaluate-batch.js';
import type { JudgedRow } from './group-rules.js';
import { holdLimits } from './hold-limits.js';
import { jobEntry } from './job-entry.js';
import { stepJob } from './job-machine.js';
import type { Job } from './job.js';
import type { ClaimedJob } from './claim-jobs.js';
import { readFacts } from './read-facts.js';
import type { RowFacts } from './row-facts.js';
import { judgeRow } from './row-rules.js';
import { undecidedRows } from './undecided-rows.js';
import { writeRows } from './write-rows.js';

// Rows that are judged between two turns of other requests.
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
  await stores.work.defer(ours.map(({ work }) => indexLater(work, at)));
};

const evaluateCorporate = async (
  stores: Stores,
  tenant: Tenant,
  jobs: ReadonlyArray<Job>,
  at: EpochMs,
  pacer: Pacer,
): Promise<void> => {
  const rows = await undecidedRows(stores, tenant, jobs);
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
