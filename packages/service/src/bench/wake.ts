import { setTimeout } from 'node:timers/promises';
import type { Client } from './client.js';
import type { MakeDatabase } from './database.js';
import { isPaid, isSealed, postBatch, until } from './progress.js';
import { openStand } from './stand.js';

const PAYMENTS = 200;

/** So long after the last work a worker no longer takes the next for a part of a stream. */
const AT_REST_MS = 120;

/** In ms: how long after the answer to a single payment the bank is called, by another process. */
export interface WakeTimes {
  readonly p50: number;
  readonly p99: number;
}

const now = (): number => performance.timeOrigin + performance.now();

const quantile = (sorted: ReadonlyArray<number>, part: number): number =>
  sorted[Math.min(Math.floor(sorted.length * part), sorted.length - 1)] ?? NaN;

/**
 * Posts single payments, each once the engine is at rest, to a process without a worker. Both processes share a thread
 * here, but neither pool nor pacer. PostgreSQL: on SQLite there is one process.
 */
export const wakeTimes = async (make: MakeDatabase, client: Client): Promise<WakeTimes> => {
  let calledAt = 0;
  const stand = await openStand(make, {
    workerElsewhere: true,
    bankRail: (rail) => ({
      ...rail,
      submit: (orders) => {
        calledAt = now();
        return rail.submit(orders);
      },
    }),
  });
  const times: number[] = [];
  for (let i = 0; i < PAYMENTS; i += 1) {
    await until(() => isSealed(stand));
    await setTimeout(AT_REST_MS * (1 + Math.random()));
    const { readAt } = await postBatch(stand, client, 1, `wake-${String(i)}`);
    await until(async () => calledAt > readAt && (await isPaid(stand)));
    times.push(calledAt - readAt);
  }
  await stand.close();
  times.sort((a, b) => a - b);
  return { p50: quantile(times, 0.5), p99: quantile(times, 0.99) };
};
