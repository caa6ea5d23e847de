import type { JobKey } from '../../model/intake/job/job.js';
import type { JobId } from '../../kernel/values/ids.js';
import type { Traceparent } from '../../kernel/values/trace.js';
import type { AcceptedPayout } from '../../model/payout/payout.js';
import type { Stores } from '../../storage/storage.js';

export type Traces = ReadonlyMap<JobId, Traceparent>;

/** The traces of the jobs that payouts belong to: one query for any number of payouts. */
export const tracesOf = async (
  { jobs }: Stores,
  items: ReadonlyArray<{ readonly payout: AcceptedPayout }>,
): Promise<Traces> => {
  const keys = new Map<JobId, JobKey>();
  for (const { payout } of items) {
    const { tenant, jobId } = payout.order;
    if (jobId !== undefined) keys.set(jobId, { tenant, jobId });
  }
  const traces = new Map<JobId, Traceparent>();
  if (keys.size === 0) return traces;
  for (const { jobId, traceparent } of await jobs.findMany([...keys.values()])) {
    if (traceparent !== undefined) traces.set(jobId, traceparent);
  }
  return traces;
};

export const traceOf = (traces: Traces, { order }: AcceptedPayout): Traceparent | undefined =>
  order.jobId === undefined ? undefined : traces.get(order.jobId);
