import type { JobStatusRecord } from '@hundi/core/wire';
import { EXIT, type Surroundings } from '../command/command.js';
import { counted } from '../../texts/counted.js';
import { shortTableOf } from '../terminal/table.js';
import { getJob, type WatchedJob } from './get-job.js';

type JobRow = JobStatusRecord['records'][number];

const ROWS_A_PAGE = 1_000;

/** Every row that the service rejected, in the order of the request. @throws Failed */
const rejectedRows = async (
  watched: WatchedJob,
  { counts }: JobStatusRecord,
  around: Pick<Surroundings, 'stop'>,
): Promise<ReadonlyArray<JobRow>> => {
  const rows: JobRow[] = [];
  const pages = Math.ceil(counts.total / ROWS_A_PAGE);
  for (let page = 1; page <= pages && rows.length < counts.rejected; page += 1) {
    const { job } = await getJob(watched, { page, limit: ROWS_A_PAGE }, around);
    rows.push(...job.records.filter(({ outcome }) => outcome === 'rejected'));
    if (job.records.length < ROWS_A_PAGE) break;
  }
  return rows;
};

const HEADINGS = ['row', 'reference', 'field', 'code', 'why'];

// People count the payments of a file from 1.
const cellsOf = (row: JobRow): ReadonlyArray<string | number | undefined> => [
  row.index + 1,
  row.transactionReference,
  row.field,
  row.rejectionCode ?? undefined,
  row.rejectionMessage ?? undefined,
];

const summaryOf = ({ jobId, status, counts }: JobStatusRecord): string => {
  const parts = Object.entries(counts).filter(([name, count]) => name !== 'total' && count > 0);
  const details = parts.map(([name, count]) => `${String(count)} ${name.replace('-', ' ')}`);
  return `job ${jobId}: ${status}, ${[counted(counts.total, 'row'), ...details].join(', ')}`;
};

/**
 * Prints how the intake of a job ended, with each row that was rejected. Returns the exit code: 0 only if every row
 * became a payment.
 */
export const reportJob = async (
  watched: WatchedJob,
  job: JobStatusRecord,
  json: boolean,
  around: Pick<Surroundings, 'out' | 'stop'>,
): Promise<number> => {
  const rejected = await rejectedRows(watched, job, around);
  if (json) {
    const { pagination: _, records: __, ...facts } = job;
    around.out(JSON.stringify({ ...facts, rejected }));
  } else {
    around.out(summaryOf(job));
    if (rejected.length > 0) shortTableOf(HEADINGS, rejected.map(cellsOf)).forEach(around.out);
  }
  return job.status === 'completed_success' ? EXIT.done : EXIT.failed;
};
