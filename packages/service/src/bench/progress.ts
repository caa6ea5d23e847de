import { setTimeout } from 'node:timers/promises';
import type { JobId } from '@hundi/core';
import type { Client } from './client.js';
import { benchBatch } from './document.js';
import type { Stand } from './stand.js';

// Often enough to see the moment, seldom enough to take no part in it.
const LOOK_EVERY_MS = 5;

/** Epoch ms with fractions: comparable between threads. */
const now = (): number => performance.timeOrigin + performance.now();

/**
 * Looks until it is seen; returns the moment.
 *
 * @param withinMs after which it throws
 * @param everyMs how often it looks: seldom where the look would slow down what is measured
 */
export const until = async (
  seen: () => Promise<boolean>,
  withinMs = Infinity,
  everyMs = LOOK_EVERY_MS,
): Promise<number> => {
  const endsAt = now() + withinMs;
  while (!(await seen())) {
    if (now() > endsAt) throw new Error(`not finished after ${String(withinMs)} ms`);
    await setTimeout(everyMs);
  }
  return now();
};

/** The body of a batch; the reference of each payment begins with the key. */
export const bodyOf = ({ payees }: Stand, count: number, key: string): Uint8Array =>
  Buffer.from(JSON.stringify(benchBatch(payees, count, key)));

/** Finds the job without a parse of the answer, which would stall the loop of the service that is measured. */
const jobIn = (answer: string): JobId => {
  const [, jobId] = /"jobId":"([^"]+)"/.exec(answer) ?? [];
  if (jobId === undefined) throw new Error(`no job is in the answer: ${answer.slice(0, 500)}`);
  return jobId as JobId;
};

/** Posts a body of {@link bodyOf}. */
export const postBody = async (
  { url, apiKey }: Stand,
  client: Client,
  key: string,
  body: Uint8Array,
) => {
  const posted = await client.post({ url, apiKey, key, body });
  return { ...posted, jobId: jobIn(posted.answer) };
};

/** Posts a batch of payments. */
export const postBatch = (stand: Stand, client: Client, count: number, key: string) =>
  postBody(stand, client, key, bodyOf(stand, count, key));

export const isComplete = async ({ database, tenant }: Stand, jobId: JobId): Promise<boolean> => {
  const job = await database.storage.read(({ jobs }) => jobs.find(tenant, jobId));
  return job?.completedAt !== undefined;
};

/** Whether the bank has answered for every payment that was accepted and evaluated. */
export const isPaid = async ({ database }: Stand): Promise<boolean> => {
  const dues = await database.storage.read(({ work }) => work.nextDues(Date.now()));
  return !dues.has('send-to-bank') && !dues.has('query-unknowns');
};

/** Whether every entry of the journal is sealed, and its event stands in the feed. */
export const isSealed = async ({ database }: Stand): Promise<boolean> =>
  (await database.storage.read(({ seals }) => seals.nextDue(Date.now()))) === undefined;
