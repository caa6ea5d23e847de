import { Failed, type Surroundings } from '../command/command.js';
import { counted } from '../../texts/counted.js';
import type { JobStatusRecord } from '@hundi/core/wire';
import { retryAfterMs, waitFor } from '../remote/patience.js';
import { getJob, type WatchedJob } from './get-job.js';

const FIRST_WAIT_MS = 200;
const WAIT_MAX_MS = 5_000;

const GOES_ON: ReadonlySet<string> = new Set(['queued', 'processing']);

const progressOf = ({ jobId, status, counts }: JobStatusRecord): string => {
  const { total, created, rejected } = counts;
  return `job ${jobId}: ${status}, ${String(created + rejected)} of ${counted(total, 'row')} decided, ${String(rejected)} rejected`;
};

/**
 * Asks for a job until its intake has ended, later each time and no sooner than the service asks for.
 *
 * @throws Failed when there is no such job, no answer for minutes, or a signal.
 */
export const followJob = async (
  watched: WatchedJob,
  { stop, progress }: Pick<Surroundings, 'stop' | 'progress'>,
): Promise<JobStatusRecord> => {
  const wait = waitFor(stop);
  for (let pause = FIRST_WAIT_MS; ; pause = Math.min(pause * 1.5, WAIT_MAX_MS)) {
    const { job, answer } = await getJob(watched, { page: 1, limit: 1 }, { stop });
    if (!GOES_ON.has(job.status)) return job;
    progress(progressOf(job));
    await wait(Math.max(retryAfterMs(answer.headers, Date.now()) ?? 0, pause));
    if (stop.aborted)
      throw new Failed(`stopped by a signal. hundi job watch ${job.jobId} follows the job again`);
  }
};
