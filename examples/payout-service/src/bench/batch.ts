import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout } from 'node:timers/promises';
import { E, type JobId, type JobStatusRecord } from '@hundi/core';
import type { Knex } from 'knex';
import type { Client } from './client.js';
import type { MakeDatabase } from './database.js';
import { benchBatch } from './document.js';
import type { Floor } from './floor.js';
import { readLeavings, type Leavings } from './read-rows.js';
import { openStand, type Stand } from './stand.js';

/** How many payments the large batch holds. */
export const PAYMENTS = 20_000;

// Often enough to see the moment, seldom enough to take no part in it.
const LOOK_EVERY_MS = 5;

/** One round: the service's times, and the floors under them, all in ms. */
export interface BatchRound {
  readonly accept: number;
  readonly complete: number;
  readonly paid: number;
  readonly stall: number;
  readonly acceptFloor: number;
  readonly completeFloor: number;
  readonly paidFloor: number;
}

const now = (): number => performance.timeOrigin + performance.now();

const timed = async (work: () => Promise<void>): Promise<number> => {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
};

const until = async (seen: () => Promise<boolean>): Promise<number> => {
  while (!(await seen())) await setTimeout(LOOK_EVERY_MS);
  return now();
};

const jobOf = async (stand: Stand, jobId: JobId): Promise<JobStatusRecord> => {
  const job = await stand.engine.getJob(stand.tenant, { jobId, page: 1, limit: 1 });
  if (E.isLeft(job)) throw new Error('the job is not there');
  return job.right;
};

const measureService = async (stand: Stand, client: Client) => {
  const { storage } = stand.database;
  const body = Buffer.from(JSON.stringify(benchBatch(stand.payees, PAYMENTS, 'B')));
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  const posting = client.post({ url: stand.url, apiKey: stand.apiKey, key: 'bench', body });
  const posted = await posting;
  const { jobId } = JSON.parse(posted.answer) as { readonly jobId: JobId };
  const completedAt = await until(async () => {
    const job = await storage.read(({ jobs }) => jobs.find(stand.tenant, jobId));
    return job?.completedAt !== undefined;
  });
  delay.disable();
  const paidAt = await until(async () => {
    const waiting = await storage.read(async ({ work }) =>
      Promise.all([work.nextDue('send-to-bank'), work.nextDue('query-unknowns')]),
    );
    return waiting.every((moment) => moment === undefined);
  });
  const { counts } = await jobOf(stand, jobId);
  if (counts.paid !== PAYMENTS) throw new Error(`only ${String(counts.paid)} were paid`);
  return {
    accept: posted.readAt - posted.sentAt,
    complete: completedAt - posted.sentAt,
    paid: paidAt - posted.sentAt,
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
  await database.close();
  return {
    acceptFloor: insert,
    completeFloor: insert + decide,
    paidFloor: insert + decide + rest,
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
  return { ...service, ...(await measureFloor(make, floorOf, leavings)) };
};
