import type { EpochMs, JobId, Stores, TransactionId } from '@hundi/core';
import type { Incident, Job, JournalEntry, Payout } from '@hundi/core/wire';
import type { JobKey, KeptAnswer, RequestKey } from '@hundi/core/storage';
import { answered } from '../engine/simulated-storage.js';
import type { Simulation } from '../play/simulation.js';
import { OF_THE_BANK, TENANTS } from '../people/tenants.js';

/** The storage's current records of everything that this world ever requested. */
export interface Evidence {
  readonly simulation: Simulation;
  readonly jobs: ReadonlyMap<JobId, Job>;
  readonly payouts: ReadonlyMap<TransactionId, Payout>;
  /** The payouts of each job, in request order. */
  readonly rows: ReadonlyMap<JobId, ReadonlyArray<Payout>>;
  readonly journals: ReadonlyMap<string, ReadonlyArray<JournalEntry>>;
  readonly incidents: ReadonlyArray<Incident>;
  /** The payouts that are to be sent, and may have been intended before. */
  readonly toSend: ReadonlySet<string>;
  /** Up to when payouts were made that a restored database asks about. */
  readonly line: EpochMs | undefined;
  /** The stored answers under the keys that clients used. */
  readonly kept: ReadonlyArray<KeptAnswer>;
}

const BATCHES_ROUTE = 'POST /v1/partner/payments/batches';

export const jobIdOf = (body: string): JobId =>
  (JSON.parse(body) as { readonly jobId: JobId }).jobId;

const READ_MAX = 1_000;

/** Reads everything in one go. */
export const gatherEvidence = (simulation: Simulation): Promise<Evidence> => {
  const { storage, clients, world } = simulation;
  return answered(world, () =>
    storage.read(async (stores) => {
      const keys = new Map<string, RequestKey>();
      for (const { tenant, key } of clients.requests) {
        keys.set(`${tenant.corporateTenantId} ${key}`, { tenant, key, route: BATCHES_ROUTE });
      }
      const kept = keys.size === 0 ? [] : await stores.idempotency.find([...keys.values()]);
      return { simulation, kept, ...(await recordsOf(stores, simulation, kept)) };
    }),
  );
};

const recordsOf = async (
  stores: Stores,
  { ledger }: Simulation,
  kept: ReadonlyArray<KeptAnswer>,
) => {
  const jobs = new Map<JobId, Job>();
  const payouts = new Map<TransactionId, Payout>();
  const rows = new Map<JobId, ReadonlyArray<Payout>>();
  const journals = new Map<string, ReadonlyArray<JournalEntry>>();
  const incidents: Incident[] = [];
  const toSend = new Set<string>();
  for (const tenant of [...TENANTS, OF_THE_BANK]) {
    incidents.push(...(await stores.journal.incidents(tenant, READ_MAX)));
    for (const { subject } of await stores.work.ofDuty(tenant, 'send-to-bank', READ_MAX))
      toSend.add(subject);
  }
  const keys = new Map<JobId, JobKey>();
  for (const { tenant, body } of kept) keys.set(jobIdOf(body), { tenant, jobId: jobIdOf(body) });
  for (const { order } of ledger.entries.values())
    if (order.jobId) keys.set(order.jobId, { tenant: order.tenant, jobId: order.jobId });
  for (const job of keys.size === 0 ? [] : await stores.jobs.findMany([...keys.values()])) {
    jobs.set(job.jobId, job);
    journals.set(job.jobId, await stores.journal.of(job.tenant, job.jobId));
    const own = await stores.payouts.ofJob(job.tenant, job.jobId, 0, job.total + 1);
    rows.set(job.jobId, own);
    for (const payout of own) {
      const id = payout.order.transactionId;
      payouts.set(id, payout);
      journals.set(id, await stores.journal.of(job.tenant, id));
    }
  }
  return { jobs, payouts, rows, journals, incidents, toSend, line: await stores.doubts.line() };
};
