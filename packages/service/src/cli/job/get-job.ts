import { E } from '@hundi/core';
import { JobStatusRecord } from '@hundi/core/wire';
import { Failed, type Surroundings } from '../command/command.js';
import { callOnce, type Answer } from '../remote/call.js';
import { decoded } from '../remote/decoded.js';
import type { Partner } from '../remote/partner.js';
import { callPatiently, waitFor } from '../remote/patience.js';

/** About two minutes. */
const TRIES = 10;

/** A job of a partner, which lives on whatever becomes of this process. */
export interface WatchedJob extends Partner {
  readonly jobId: string;
}

const goesOn = (jobId: string): string =>
  `The job goes on without this command; hundi job watch ${jobId} follows it again`;

/** A page of a job, counted from 1. @throws Failed when there is none, or no answer for minutes. */
export const getJob = async (
  { url, key, jobId }: WatchedJob,
  { page, limit }: { readonly page: number; readonly limit: number },
  { stop }: Pick<Surroundings, 'stop'>,
): Promise<{ readonly job: JobStatusRecord; readonly answer: Answer }> => {
  const query = new URLSearchParams({ page: String(page), limit: String(limit) });
  const at = `${url}/v1/partner/payments/jobs/${encodeURIComponent(jobId)}?${query.toString()}`;
  const called = await callPatiently(
    () => callOnce({ method: 'GET', url: at, headers: { 'x-api-key': key } }, stop),
    { tries: TRIES, wait: waitFor(stop), stop },
  );
  if (stop.aborted) throw new Failed(`stopped by a signal. ${goesOn(jobId)}`);
  if (E.isLeft(called))
    throw new Failed(`no answer from ${url}: ${called.left.reason}. ${goesOn(jobId)}`);
  return { job: decoded(JobStatusRecord, called.right), answer: called.right };
};
