import type { JobId, TransactionId } from '../../kernel/values/ids.js';
import type { Tenant } from '../../kernel/values/tenant.js';
import type { Via } from '../../kernel/values/via.js';
import type { Stores } from '../../storage/storage.js';
import type { PayoutOrder } from '../../model/payout/payout.js';

/**
 * By which key each of these payouts came, for those that came by one: the payouts of a job by that of the job,
 * one of the hosted checkout by that which its first entry in the journal names.
 */
export const viasOf = async (
  { jobs, journal }: Pick<Stores, 'jobs' | 'journal'>,
  tenant: Tenant,
  orders: ReadonlyArray<Pick<PayoutOrder, 'transactionId' | 'jobId'>>,
): Promise<ReadonlyMap<TransactionId, Via>> => {
  const jobIds = new Set(orders.flatMap(({ jobId }) => jobId ?? []));
  const alone = orders.filter(({ jobId }) => jobId === undefined);
  const ofJobs = new Map<JobId, Via>();
  if (jobIds.size > 0)
    for (const { jobId, via } of await jobs.findMany(
      [...jobIds].map((jobId) => ({ tenant, jobId })),
    ))
      if (via !== undefined) ofJobs.set(jobId, via);
  const ofOthers = new Map<string, Via>();
  if (alone.length > 0) {
    const ids = alone.map(({ transactionId }) => transactionId);
    for (const { entry } of await journal.ofMany(tenant, ids))
      if (entry.sequence === 1 && entry.via !== undefined) ofOthers.set(entry.subjectId, entry.via);
  }
  return new Map(
    orders.flatMap(({ transactionId, jobId }) => {
      const via = jobId === undefined ? ofOthers.get(transactionId) : ofJobs.get(jobId);
      return via === undefined ? [] : [[transactionId, via] as const];
    }),
  );
};
