import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { knexStorage, openPostgres } from '@hundi/adapter-knex';
import type { AcceptedBatch } from '@hundi/core';
import type { Storage } from '@hundi/core/storage';
import type { Knex } from 'knex';
import { freshOn } from '../testing/fresh-postgres.js';
import { batchTo, json, payee, postBatch } from '../testing/partner.js';
import { emptyDataDir, runService, type RunningService } from '../testing/running-service.js';
import { until } from './progress.js';
import { serverCpuMs } from './server-cpu.js';

const RAIL = fileURLToPath(new URL('programs/quick-rail.js', import.meta.url));

const BATCHES = 3;
const PAYMENTS = 20_000;

/** How processes are laid out: one for HTTP alone, and so many with a worker each. */
export interface Layout {
  readonly workers: number;
  /** How long a call of the bank takes. */
  readonly railMs: number;
}

/** What a layout does with {@link BATCHES} large batches that are posted one after the other. */
export interface ScaleOut {
  readonly payoutsPerSecond: number;
  /** How long after the last payment was paid the last event was sealed. */
  readonly sealLagMs: number;
  /** Backends that wait for a lock, on average over many looks. */
  readonly waiting: number;
  /** Undefined where PostgreSQL does not run on this Linux. */
  readonly cpuMsPerPayout: number | undefined;
  /** 99th percentile of `GET` transaction beside it against the quiet one. */
  readonly getRatio: number;
}

const LOOK_EVERY_MS = 20;
const GET_EVERY_MS = 10;
const QUIET_GETS = 400;

const now = (): number => performance.now();

const quantile99 = (times: ReadonlyArray<number>): number =>
  [...times].sort((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? NaN;

/** Asks for a transaction in a steady beat until it is stopped; answers how long each request took. */
const gets = (service: RunningService, transactionId: string) => {
  const times: Promise<number>[] = [];
  const ask = async (): Promise<number> => {
    const startedAt = now();
    json(await service.get(`/v1/partner/payments/transactions/${transactionId}`));
    return now() - startedAt;
  };
  const beating = setInterval(() => times.push(ask()), GET_EVERY_MS);
  return {
    count: () => times.length,
    stop: () => {
      clearInterval(beating);
      return Promise.all(times);
    },
  };
};

/** The sandbox bank's reports wait for its own lock; a bank's own rail has none. */
const SANDBOX_LOCK = 7_210_485_293;

/** Looks again and again how many backends wait for a lock. */
const watchLocks = (db: Knex) => {
  let [looks, waits, isOver] = [0, 0, false];
  const watching = (async () => {
    while (!isStopped()) {
      const { rows } = await db.raw<{ rows: ReadonlyArray<{ readonly n: number }> }>(
        `SELECT count(*)::int AS n FROM pg_stat_activity
          WHERE datname = current_database() AND wait_event_type = 'Lock' AND query NOT LIKE ?`,
        [`%${String(SANDBOX_LOCK)}%`],
      );
      looks += 1;
      waits += rows[0]?.n ?? 0;
      await setTimeout(LOOK_EVERY_MS);
    }
  })();
  function isStopped(): boolean {
    return isOver;
  }
  return async (): Promise<number> => {
    isOver = true;
    await watching;
    return waits / Math.max(looks, 1);
  };
};

const BUSY = ['process-jobs', 'retry-jobs', 'send-to-bank', 'query-unknowns'] as const;

const isPaid = async ({ read }: Storage): Promise<boolean> => {
  const dues = await read(({ work }) => work.nextDues(Date.now()));
  return BUSY.every((duty) => !dues.has(duty));
};

const isSealed = async ({ read }: Storage): Promise<boolean> =>
  (await read(({ seals }) => seals.nextDue(Date.now()))) === undefined;

const startAll = async (url: string, { workers, railMs }: Layout) => {
  const dataDir = await emptyDataDir();
  const variables = {
    DATABASE_URL: url,
    BANK_RAIL: RAIL,
    BENCH_RAIL_MS: String(railMs),
    RATE_LIMITS: 'off',
    LOG_LEVEL: 'error',
  };
  const http = await runService(dataDir, { ...variables, WORKERS: '0' });
  const others = await Promise.all(
    Array.from({ length: workers }, () => runService(dataDir, variables)),
  );
  return { http, stop: () => Promise.all([http, ...others].map(({ end }) => end('SIGTERM'))) };
};

const measure = async (http: RunningService, storage: Storage, db: Knex): Promise<ScaleOut> => {
  const to = await payee(http, 'Sharma Steel');
  const first = json<AcceptedBatch>(await postBatch(http, batchTo(to, 'FIRST')), 202);
  await until(() => isPaid(storage));
  await until(() => isSealed(storage));
  const [{ transactionId } = { transactionId: '' }] = first.transactions;
  const quiet = gets(http, transactionId);
  await until(() => Promise.resolve(quiet.count() >= QUIET_GETS));
  const quietTimes = await quiet.stop();

  const beside = gets(http, transactionId);
  const locks = watchLocks(db);
  const cpuBefore = await serverCpuMs(db);
  const startedAt = now();
  for (let i = 0; i < BATCHES; i += 1)
    json(await postBatch(http, batchTo(to, `SCALE-${String(i)}`, PAYMENTS)), 202);
  await until(() => isPaid(storage));
  const paidAt = now();
  const waiting = await locks();
  const besideTimes = await beside.stop();
  await until(() => isSealed(storage));
  const sealedAt = now();
  const payouts = BATCHES * PAYMENTS;
  const cpuAfter = await serverCpuMs(db);
  return {
    payoutsPerSecond: (payouts * 1_000) / (paidAt - startedAt),
    sealLagMs: sealedAt - paidAt,
    waiting,
    cpuMsPerPayout:
      cpuBefore === undefined || cpuAfter === undefined
        ? undefined
        : (cpuAfter - cpuBefore) / payouts,
    getRatio: quantile99(besideTimes) / quantile99(quietTimes),
  };
};

/** Measures a layout on a fresh database. */
export const scaleOut = async (server: string, layout: Layout): Promise<ScaleOut> => {
  const fresh = await freshOn(server);
  const { http, stop } = await startAll(fresh.url, layout);
  const db = openPostgres(fresh.url, { connections: 2 });
  try {
    return await measure(http, knexStorage(db, { notify: 'off' }), db);
  } finally {
    await stop();
    await db.destroy();
    await fresh.drop();
  }
};
