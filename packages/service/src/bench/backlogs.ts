import { setTimeout } from 'node:timers/promises';
import { undiciSender } from '@hundi/adapter-undici';
import type { BankRail } from '@hundi/core';
import { cutOff } from '../testing/cut-off.js';
import type { Client, Probe, Probes } from './client.js';
import { postgresDatabase, sqliteDatabase } from './database.js';
import { benchBatch } from './document.js';
import { setDisabled } from './endpoints.js';
import { openHooks } from './hooks.js';
import { isComplete, isSealed, postBatch, until } from './progress.js';
import { openStand, type Stand } from './stand.js';

const BACKLOG = 20_000;
const EVERY_MS = 20;
/** Probes of one window: 12 s. */
const PROBES = 600;
const WARM_UP = 100;
const PAID = 'transaction.paid';
const SECRET = `whsec_${'c2VjcmV0'.repeat(5)}`;

/** What is in hand when the database goes away. */
const IN_HAND = 2_000;

/** A bank that answers so late that the engine hardly waits for it. */
const SLOW_MS = 10_000;

/** Everything must be finished so long after the disturbance. */
const FINISH_MS = 300_000;

const p99 = (probes: ReadonlyArray<Probe>): number =>
  [...probes].map(({ ms }) => ms).sort((a, b) => a - b)[Math.floor(probes.length * 0.99)] ?? NaN;

/** By how much the slowest reads, or writes if that is more, are slower than in a quiet window. */
const slower = (name: string, quiet: Probes, loaded: Probes): number => {
  const [reads, writes] = (['reads', 'writes'] as const).map((kind) => {
    const [before, after] = [p99(quiet[kind]), p99(loaded[kind])];
    console.error(name, kind, `quiet ${before.toFixed(1)} ms, then ${after.toFixed(1)} ms`);
    return after / before;
  });
  return Math.max(reads ?? NaN, writes ?? NaN);
};

const succeed = ({ reads, writes }: Probes): void => {
  const failed = [
    ...reads.filter(({ status }) => status !== 200),
    ...writes.filter(({ status }) => status !== 202),
  ];
  if (failed.length > 0) throw new Error(`${String(failed.length)} requests failed`);
};

/** Probes of one stand: each window posts payments of its own. */
const openProbes = async (stand: Stand, client: Client) => {
  const { url, apiKey, payees } = stand;
  const { answer } = await postBatch(stand, client, 1, 'probed');
  const { transactions } = JSON.parse(answer) as {
    readonly transactions: ReadonlyArray<{ readonly transactionId: string }>;
  };
  const path = `/v1/partner/payments/transactions/${transactions[0]?.transactionId ?? ''}`;
  let posted = 0;
  return (count: number): Promise<Probes> => {
    posted += count;
    const prefix = `P${String(posted)}`;
    const bodies = Array.from({ length: count }, (_, i) =>
      JSON.stringify(benchBatch(payees, 1, `${prefix}-${String(i)}`)),
    );
    return client.probe({ url, apiKey, path, bodies, prefix, everyMs: EVERY_MS });
  };
};

const paidIn = async ({ database }: Stand): Promise<number> => {
  const answer: unknown = await database.db.raw(
    "SELECT count(*) AS paid FROM payouts WHERE status = 'paid'",
  );
  const [row] = (
    Array.isArray(answer) ? answer : (answer as { readonly rows: unknown[] }).rows
  ) as ReadonlyArray<{ readonly paid: number | string }>;
  return Number(row?.paid);
};

/** Waits until this many are paid, and their events are in the feed. */
const finished = async (stand: Stand, payouts: number): Promise<void> => {
  await until(async () => {
    await setTimeout(500);
    return (await paidIn(stand)) >= payouts && (await isSealed(stand));
  }, FINISH_MS);
};

/** 20,000 events wait for an endpoint that takes every request and answers none. SQLite. */
export const silentEndpoint = async (client: Client): Promise<number> => {
  const hooks = await openHooks();
  const sender = undiciSender({ allowLoopback: true });
  const stand = await openStand(sqliteDatabase, {
    webhookSender: sender,
    webhookEndpoints: [{ url: `${hooks.url}/one`, eventTypes: [PAID], secret: SECRET }],
  });
  await setDisabled(stand.database.storage, stand.tenant, true);
  const probe = await openProbes(stand, client);
  await postBatch(stand, client, BACKLOG, 'backlog');
  await finished(stand, 1 + BACKLOG);
  await probe(WARM_UP);
  const quiet = await probe(PROBES);
  hooks.keepSilent(true);
  await setDisabled(stand.database.storage, stand.tenant, false);
  const loaded = await probe(PROBES);
  succeed(loaded);
  const delivered = hooks.arrivals(1 + BACKLOG + WARM_UP + 2 * PROBES);
  hooks.keepSilent(false);
  await Promise.race([
    delivered,
    setTimeout(FINISH_MS).then(() => Promise.reject(new Error('not every event was delivered'))),
  ]);
  await stand.close();
  await sender.close();
  await hooks.close();
  return slower('endpoint', quiet, loaded);
};

/** The bank takes 10 s a call, and 20,000 payments wait for it. SQLite. */
export const slowRail = async (client: Client): Promise<number> => {
  let waitMs = 0;
  const slow =
    <A, B>(call: (asked: A) => Promise<B>) =>
    async (asked: A): Promise<B> => {
      await setTimeout(waitMs);
      return call(asked);
    };
  const bankRail = ({ traits, submit, query }: BankRail): BankRail => ({
    traits,
    submit: slow(submit),
    query: slow(query),
  });
  const stand = await openStand(sqliteDatabase, { bankRail });
  const probe = await openProbes(stand, client);
  await probe(WARM_UP);
  const quiet = await probe(PROBES);
  waitMs = SLOW_MS;
  const { jobId } = await postBatch(stand, client, BACKLOG, 'backlog');
  await until(() => isComplete(stand, jobId));
  // Sealing a large batch is work of its own, however quick the bank is.
  await until(() => isSealed(stand), FINISH_MS);
  const loaded = await probe(PROBES);
  succeed(loaded);
  waitMs = 0;
  await finished(stand, 1 + BACKLOG + WARM_UP + 2 * PROBES);
  await stand.close();
  return slower('rail', quiet, loaded);
};

const refusedQuickly = (answers: ReadonlyArray<Probe>): void => {
  const others = answers.filter(
    ({ status, saysWhenToRetry }) => status !== 503 || !saysWhenToRetry,
  );
  if (others.length > 0)
    throw new Error(`${String(others.length)} answers are no 503 with Retry-After`);
};

const accepted = ({ writes }: Probes): number =>
  writes.filter(({ status }) => status === 202).length;

/** The database goes away under load while 2,000 payments are in hand, and comes back. PostgreSQL. */
export const absentDatabase = async (client: Client, server: string): Promise<number> => {
  const way = await cutOff(server);
  const { host } = new URL(way.url);
  const make = postgresDatabase(server, (url) => Object.assign(new URL(url), { host }).href);
  const stand = await openStand(make, { silent: true });
  const probe = await openProbes(stand, client);
  await probe(WARM_UP);
  const quiet = await probe(PROBES);
  await postBatch(stand, client, IN_HAND, 'in-hand');
  await way.cut();
  const away = await probe(PROBES);
  refusedQuickly([...away.reads, ...away.writes]);
  await way.mend();
  const back = await probe(PROBES);
  await finished(stand, 1 + IN_HAND + WARM_UP + accepted(quiet) + accepted(back));
  await stand.close();
  await way.cut();
  return Math.max(slower('database, away', quiet, away), slower('database, back', quiet, back));
};
