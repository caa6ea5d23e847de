import { afterIntake } from '../../duty/after-intake.js';
import { E } from '../../kernel/fp.js';
import { groupBy } from '../../kernel/flow/group.js';
import { byTenant, type Tenant } from '../../kernel/values/tenant.js';
import type { EpochMs } from '../../kernel/values/time.js';
import type { Pacer } from '../../ports/pacer.js';
import type { Stores } from '../../storage/storage.js';
import { inDoubt, type Doubted, type Resolved, InDoubt } from '../../restore/doubt/doubt.js';
import { INTAKE, judgeGroups } from '../rules/evaluate-batch.js';
import type { JudgedRow } from '../rules/group-rules.js';
import { holdLimits } from './hold-limits.js';
import { jobEntry } from '../job/job-entry.js';
import { stepJob } from '../job/job-machine.js';
import type { Job } from '../job/job.js';
import type { ClaimedJob } from './start-jobs.js';
import { judgeRows } from './judge-rows.js';
import { readFacts } from './read-facts.js';
import type { RowFacts } from '../rules/row-facts.js';
import { termsAnyway } from '../rules/row-rules.js';
import { undecidedRows } from './undecided-rows.js';
import { writeRows } from './write-rows.js';

/** The facts on which an evaluation depends, beside the jobs. */
interface Evaluating {
  readonly at: EpochMs;
  readonly pacer: Pacer;
  /** The bank's answers about rows that it may have from before a restore. */
  readonly resolved: Resolved;
}

/**
 * Evaluates claimed jobs inside one unit of work; a job whose claim was lost meanwhile is left alone. Refuses
 * with the rows that it would reject although the bank may have executed them.
 */
export const evaluateJobs = async (
  stores: Stores,
  claimed: ReadonlyArray<ClaimedJob>,
  evaluating: Evaluating,
): Promise<E.Either<InDoubt, undefined>> => {
  const held = await stores.work.held(claimed);
  const ours = claimed.filter(({ subject }) => held.has(subject));
  const doubted: Doubted[] = [];
  for (const [tenant, jobs] of byTenant(ours.map(({ job }) => job))) {
    doubted.push(...(await evaluateCorporate(stores, tenant, jobs, evaluating)));
  }
  if (doubted.length > 0) return E.left(InDoubt(doubted));
  await stores.work.defer(ours.map((work) => afterIntake(work, evaluating.at)));
  return E.right(undefined);
};

const evaluateCorporate = async (
  stores: Stores,
  tenant: Tenant,
  jobs: ReadonlyArray<Job>,
  { at, pacer, resolved }: Evaluating,
): Promise<ReadonlyArray<Doubted>> => {
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
    const facts = factsFor(job.initiatedByUserId);
    const grouped = followBank(judgeGroups(own, facts, book), facts, resolved);
    const accepted = grouped.filter(({ result }) => E.isRight(result)).length;
    const after = stepJob(job, { type: 'complete', accepted, at });
    if (E.isLeft(after)) throw new Error(`a claimed job was ${after.left.status}`);
    judged.push(...grouped);
    ended.push({ before: job, after: after.right });
  }
  const doubted = await inDoubt(stores, rejectedOf(judged), resolved);
  if (doubted.length > 0) return doubted;
  await writeRows(stores, tenant, judged, factsFor(firstOf(makers)), pacer);
  await stores.payouts.useLimits(tenant, book.taken());
  await stores.jobs.advance(ended.map(({ after }) => after));
  await stores.journal.append(
    ended.map(({ before, after }) => jobEntry(before, after, at, INTAKE)),
  );
  return [];
};

const rejectedOf = (rows: ReadonlyArray<JudgedRow>) =>
  rows.filter(({ result }) => E.isLeft(result)).map(({ payout }) => payout.order);

/** A row that the bank has executed is accepted, even if it breaks a rule by now. */
const followBank = (
  rows: ReadonlyArray<JudgedRow>,
  facts: RowFacts,
  { atBank }: Resolved,
): ReadonlyArray<JudgedRow> =>
  atBank.size === 0
    ? rows
    : rows.map((row) => {
        const { payout, result } = row;
        if (E.isRight(result) || !atBank.has(payout.order.transactionId)) return row;
        const terms = termsAnyway(payout, facts);
        return terms === undefined ? row : { payout, result: E.right(terms) };
      });

const firstOf = <A>(items: ReadonlyArray<A>): A => {
  const [first] = items;
  if (first === undefined) throw new Error('a corporate without jobs');
  return first;
};
