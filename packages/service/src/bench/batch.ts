import { monitorEventLoopDelay } from 'node:perf_hooks';
import { E, type JobId } from '@hundi/core';
import type { JobStatusRecord } from '@hundi/core/wire';
import type { Knex } from 'knex';
import type { Client } from './client.js';
import type { MakeDatabase } from './database.js';
import type { Floor } from './floor.js';
import { parseMs } from './parse.js';
import { bodyOf, isComplete, isPaid, isSealed, postBody, until } from './progress.js';
import { readLeavings, type Leavings } from './read-rows.js';
import { openStand, type Stand } from './stand.js';

/** How many payments the large batch holds. */
export const PAYMENTS = 20_000;

/** One round: the service's times, and the floors under them, all in ms. */
export interface BatchRound {
  readonly accept: number;
  readonly complete: number;
  readonly paid: number;
  readonly sealed: number;
  readonly stall: number;
  /** What a stall is compared with. */
  readonly parse: number;
  readonly acceptFloor: number;
  readonly completeFloor: number;
  readonly paidFloor: number;
  readonly sealedFloor: number;
}

const timed = async (work: () => Promise<void>): Promise<number> => {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
};

const jobOf = async (stand: Stand, jobId: JobId): Promise<JobStatusRecord> => {
  const job = await stand.engine.getJob(stand.tenant, { jobId, page: 1, limit: 1 });
  if (E.isLeft(job)) throw new Error('the job is not there');
  return job.right;
};

const measureService = async (stand: Stand, client: Client) => {
  // What provisioning left to seal is no part of the batch.
  await until(() => isSealed(stand));
  // Before the measurement begins: to write it would stall the loop that is measured.
  const body = bodyOf(stand, PAYMENTS, 'B');
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  const posted = await postBody(stand, client, 'B', body);
  const completedAt = await until(() => isComplete(stand, posted.jobId));
  delay.disable();
  const paidAt = await until(() => isPaid(stand));
  const sealedAt = await until(() => isSealed(stand));
  const { counts } = await jobOf(stand, posted.jobId);
  if (counts.paid !== PAYMENTS) throw new Error(`only ${String(counts.paid)} were paid`);
  return {
    accept: posted.readAt - posted.sentAt,
    complete: completedAt - posted.sentAt,
    paid: paidAt - posted.sentAt,
    sealed: sealedAt - posted.sentAt,
    stall: delay.max / 1e6,
  };
};

const measureFloor = async (
  make: MakeDatabase,
  floorOf: (db: Knex) => Floor,
  leavings: Leavings,
) => {
  const database = await make();
  const floor = floorOf(database.db);
  const insert = await timed(() => floor.insert(leavings.orders));
  const decide = await timed(() => floor.update(leavings.decide));
  const rest = await timed(async () => {
    await floor.insert(leavings.journal);
    await floor.update(leavings.send);
    await floor.update(leavings.pay);
  });
  const seal = await timed(() => floor.insert(leavings.events));
  await database.close();
  return {
    acceptFloor: insert,
    completeFloor: insert + decide,
    paidFloor: insert + decide + rest,
    sealedFloor: insert + decide + rest + seal,
  };
};

/** Posts a batch to a fresh service and follows it to the bank, then writes the same rows bare. */
export const batchRound = async (
  make: MakeDatabase,
  floorOf: (db: Knex) => Floor,
  client: Client,
): Promise<BatchRound> => {
  const stand = await openStand(make);
  const service = await measureService(stand, client);
  const leavings = await readLeavings(stand.database.db);
  await stand.close();
  return { ...service, parse: parseMs(), ...(await measureFloor(make, floorOf, leavings)) };
};
