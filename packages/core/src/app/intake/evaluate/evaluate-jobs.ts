import type { Asking } from '../../change/asking.js';
import { endingBy, type Rule } from '../../change/ending.js';
import type { DutyParts } from '../../duty/duty-parts.js';
import { afterIntake } from '../../duty/after-intake.js';
import { groupBy } from '../../../kernel/flow/group.js';
import { mapInTurns } from '../../../kernel/flow/map-in-turns.js';
import { E } from '../../../kernel/fp.js';
import type { TransactionId, UserId } from '../../../kernel/values/ids.js';
import { byTenant, type Tenant } from '../../../kernel/values/tenant.js';
import type { EpochMs } from '../../../kernel/values/time.js';
import { DoubtRemains } from '../../../model/settlement/order/doubt-errors.js';
import type { LimitUse } from '../../../storage/payout-store.js';
import { isBrief, type Stores } from '../../../storage/storage.js';
import { stepJob } from '../../../model/intake/job/job-machine.js';
import type { Job } from '../../../model/intake/job/job.js';
import { bookOf, limitKeys } from '../rules/daily-room.js';
import { concludeRow, INTAKE, judgeGroups } from '../rules/evaluate-batch.js';
import type { JudgedRow } from '../../../model/payout/judged-row.js';
import type { JudgedAt, Judging } from '../rules/judging.js';
import type { RowFacts } from '../rules/row-facts.js';
import { termsAnyway } from '../rules/row-rules.js';
import { judgeRows } from './judge-rows.js';
import { readFacts } from './read-facts.js';
import type { ClaimedJob } from './start-jobs.js';
import { undecidedRows } from './undecided-rows.js';

/** A job whose rows are judged by themselves, by the facts as its maker sees them. */
interface JudgedJob {
  readonly job: Job;
  readonly facts: RowFacts;
  readonly rows: ReadonlyArray<JudgedRow>;
}

/** Jobs of one corporate, and how much of the daily limits that they could count against was used before. */
interface JudgedJobs extends Pick<JudgedJob, 'facts'> {
  readonly tenant: Tenant;
  readonly jobs: ReadonlyArray<JudgedJob>;
  readonly used: ReadonlyArray<LimitUse>;
}

/** The claims that still hold, and their jobs. */
interface Claimed {
  readonly ours: ReadonlyArray<ClaimedJob>;
  readonly corporates: ReadonlyArray<JudgedJobs>;
}

/**
 * Evaluates claimed jobs in one commit; a job whose claim was lost meanwhile is left alone. In a restored database the
 * bank is asked before a row is rejected that it may have executed; one that it has is accepted, and follows its answer
 * at once.
 *
 * @throws DoubtRemains when the bank does not answer; the jobs are then unchanged.
 */
export const evaluatingJobs = (
  parts: DutyParts,
  judging: Judging,
  asking: Asking,
): ((claimed: ReadonlyArray<ClaimedJob>) => Promise<void>) => {
  const evaluate = endingBy(evaluation(judging))(parts, asking);
  return async (claimed) => {
    const brief = isBrief(claimed.reduce((rows, { job }) => rows + job.total, 0));
    if (E.isLeft(await evaluate(undefined, claimed, { brief }))) throw new DoubtRemains();
  };
};

/** Judges the rows of claimed jobs, and ends the jobs. */
export const evaluation = (
  judging: Judging,
): Rule<ReadonlyArray<ClaimedJob>, Claimed, never, undefined, undefined> => ({
  read: async (stores, _, claimed, at) => {
    const held = await stores.work.held(claimed);
    const ours = claimed.filter(({ subject }) => held.has(subject));
    const corporates: JudgedJobs[] = [];
    for (const [tenant, own] of byTenant(ours.map(({ job }) => job)))
      corporates.push(await judgedAlone(stores, tenant, own, { at, judging }));
    return E.right({ ours, corporates });
  },
  decide: ({ ours, corporates }, _, at, { atBank }) => {
    const ended = corporates.map((one) => judgedTogether(one, at, atBank));
    return E.right({
      by: { actor: INTAKE },
      at,
      jobs: ended.flatMap(({ jobs }) => jobs),
      judged: ended.map(({ facts, ...judged }) => ({
        ...judged,
        conclude: (rows) => mapInTurns(rows, judging.pacer, (row) => concludeRow(row, facts)),
      })),
      handled: { later: ours.map((work) => afterIntake(work, at)) },
    });
  },
  answer: () => undefined,
});

const judgedAlone = async (
  stores: Stores,
  tenant: Tenant,
  jobs: ReadonlyArray<Job>,
  { at, judging: { bankRail, pacer } }: JudgedAt,
): Promise<JudgedJobs> => {
  const rows = await undecidedRows(stores, tenant, jobs);
  const makers = jobs.map(({ initiatedByUserId }) => initiatedByUserId);
  const factsFor = await readFacts(stores, tenant, { makers, rows, bankRail, at });
  const byJob = groupBy(rows, ({ order }) => order.jobId);
  const judged: JudgedJob[] = [];
  for (const job of jobs) {
    const facts = factsFor(job.initiatedByUserId);
    judged.push({ job, facts, rows: await judgeRows(byJob.get(job.jobId) ?? [], facts, pacer) });
  }
  const keys = limitKeys(judged.flatMap((one) => one.rows));
  return {
    tenant,
    facts: factsFor(makers[0] as UserId),
    jobs: judged,
    used: await stores.payouts.holdLimits(tenant, keys),
  };
};

/** The rows that the bank has from before a restore. */
type AtBank = ReadonlyMap<TransactionId, unknown>;

const judgedTogether = (
  { tenant, facts: shared, jobs, used }: JudgedJobs,
  at: EpochMs,
  atBank: AtBank,
) => {
  const book = bookOf(shared, used);
  const ended = jobs.map(({ job, facts, rows }) => {
    const judged = judgeGroups(rows, facts, book).map(followingBank(facts, atBank));
    const accepted = judged.filter(({ result }) => E.isRight(result)).length;
    const after = stepJob(job, { type: 'complete', accepted, at });
    if (E.isLeft(after)) throw new Error(`a claimed job was ${after.left.status}`);
    return { before: job, after: after.right, rows: judged };
  });
  const rows = ended.flatMap((one) => one.rows);
  return { tenant, facts: shared, jobs: ended, rows, uses: book.taken() };
};

/** A row that the bank has executed is accepted, even if it breaks a rule by now. */
const followingBank =
  (facts: RowFacts, atBank: AtBank) =>
  (row: JudgedRow): JudgedRow => {
    const { payout, result } = row;
    if (E.isRight(result) || !atBank.has(payout.order.transactionId)) return row;
    const terms = termsAnyway(payout, facts);
    return terms === undefined ? row : { payout, result: E.right(terms) };
  };
