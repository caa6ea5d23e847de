import type { JournalEntry } from '../../../model/journal/entry/entry.js';
import type { EventDraft } from '../../event/event-body.js';
import { eventTypeOf } from '../../event/event-kind.js';
import type { Draft, Renderer } from '../../event/renderer.js';
import { rangesOf } from '../../../kernel/flow/ranges.js';
import type { JobId } from '../../../kernel/values/ids.js';
import { iso } from '../../../kernel/values/time.js';
import type { Payout } from '../../../model/payout/payout.js';
import type { PayoutTally } from '../../../storage/payout-store.js';
import type { Job, JobStatus } from '../../../model/intake/job/job.js';
import type { JobObject, JobResultPage } from './job-object.js';
import { countsOf, jobRecord } from './job-view.js';
import { rowsAfterIntake } from './rows-after-intake.js';

const RECORDS_A_PAGE = 100;

/** Renders the events at the end of a job's intake: its results page by page, then its end. */
export const jobEvents: Renderer = async (stores, tenant, entries) => {
  const ended = entries.filter((entry) => eventTypeOf(entry) !== undefined);
  const keys = ended.map(({ subjectId }) => ({ tenant, jobId: subjectId as JobId }));
  const jobs = await stores.jobs.findMany(keys);
  const rows = await rowsAfterIntake(stores, tenant, jobs);
  return new Map(jobs.map((job) => [job.jobId, eventsOf(job, rows.get(job.jobId) ?? [])]));
};

const eventsOf =
  (job: Job, rows: ReadonlyArray<Payout>): Draft =>
  (entry) =>
    eventTypeOf(entry) === undefined ? [] : endOf(job, entry, rows);

const endOf = (
  job: Job,
  entry: JournalEntry,
  rows: ReadonlyArray<Payout>,
): ReadonlyArray<EventDraft> => {
  const { jobId, apiRefNumber, total, requestedAt } = job;
  const pages = rangesOf(total, RECORDS_A_PAGE);
  const results = pages.map(({ from, length }, i): EventDraft => {
    const object: JobResultPage = {
      object: 'payment_job_result_page',
      jobId,
      apiRefNumber,
      page: i + 1,
      limit: RECORDS_A_PAGE,
      total,
      totalPages: pages.length,
      records: rows.slice(from, from + length).map((row) => jobRecord(job, row)),
    };
    return { type: 'payment.job.result_page', object };
  });
  const object: JobObject = {
    object: 'payment_job',
    jobId,
    apiRefNumber,
    status: entry.to as JobStatus,
    requestedAt: iso(requestedAt),
    completedAt: iso(Number(entry.changes['completedAt'] ?? entry.at)),
    counts: countsOf(total, tallies(rows)),
    resultPages: pages.length,
  };
  const completed: EventDraft = {
    type: 'payment.job.completed',
    object,
    ...(entry.from !== undefined && { previousStatus: entry.from }),
  };
  return [...results, completed];
};

/** Each row by itself: they are counted as they were left, not as they are. */
const tallies = (
  rows: ReadonlyArray<Payout>,
): ReadonlyArray<Pick<PayoutTally, 'intake' | 'status' | 'count'>> =>
  rows.map((row) => ({
    intake: row.intake,
    ...(row.intake !== 'undecided' && { status: row.progress.status }),
    count: 1,
  }));
