import { knexStorage, openPostgres } from '@hundi/adapter-knex';
import type { AcceptedBatch } from '@hundi/core/wire';
import type { Storage } from '@hundi/core/storage';
import type { Knex } from 'knex';
import { freshOn } from '../testing/fresh-postgres.js';
import { batchTo, json, payee, postBatch } from '../testing/partner.js';
import {
  emptyDataDir,
  launch,
  runService,
  type RunningService,
} from '../testing/running-service.js';
import { TRANSACTIONS } from './bare-server.js';
import { programOf } from './program.js';
import { until } from './progress.js';
import { sealLagAt } from './seal-lag.js';
import { serverCpuMs } from './server-cpu.js';
import { quantile99, steadyGets, type Gets } from './steady-gets.js';
import { watchLocks } from './watch-locks.js';

const RAIL = programOf('quick-rail');

const PAYMENTS = 20_000;

/** Of the rate at which a burst is paid and sealed. Above it, work would pile up without end. */
const SUSTAINED = 0.8;

/** How processes are laid out: one for HTTP alone, and so many with a worker each. */
export interface Layout {
  readonly workers: number;
  /** How many batches of 20,000 are posted, one after the other. */
  readonly batches: number;
  /** How long a call of the bank about one order takes; 0 for a bank that answers thousands at once. */
  readonly railMs: number;
  /** How many calls of the bank a process makes at the same time. */
  readonly connections: number;
}

/** What a layout does with its batches. */
export interface ScaleOut {
  readonly payoutsPerSecond: number;
  /** Backends that wait for a lock, on average over many looks. */
  readonly waiting: number;
  /** Of PostgreSQL, from acceptance until all is sealed. Undefined where it does not run on this Linux. */
  readonly cpuMsPerPayout: number | undefined;
  /** 99th percentile of `GET` transaction while the batches wait and are paid, against the quiet one. */
  readonly getRatio: number;
  /** The same for a bare server that reads the same row: how much of the ratio is the machine's. */
  readonly bareGetRatio: number;
  /** How long after the last payment was paid the last event was sealed. */
  readonly burstLagMs: number;
  /** Entries sealed a second from then on, when nothing else is to do. */
  readonly sealedPerSecond: number;
}

/** {@link ScaleOut}, and the lag of sealing at a rate that the layout can sustain. */
export interface SustainedScaleOut extends ScaleOut {
  readonly sealLagMs: number;
}

const QUIET_GETS = 400;

/** A look costs the database as much as a statement of the engine's: so seldom it takes no part in the figures. */
const LOOK_EVERY_MS = 100;

const now = (): number => performance.now();

const seen = (look: () => Promise<boolean>): Promise<number> =>
  until(look, Infinity, LOOK_EVERY_MS);

const BUSY = ['process-jobs', 'retry-jobs', 'send-to-bank', 'query-unknowns'] as const;

/** Work that a worker has claimed counts, too. */
const isPaid = async (db: Knex): Promise<boolean> => {
  const { rows } = await db.raw<{ rows: ReadonlyArray<unknown> }>(
    'SELECT 1 FROM hundi.work WHERE duty = ANY(?::text[]) LIMIT 1',
    [[...BUSY]],
  );
  return rows.length === 0;
};

const isSealed = async ({ read }: Storage): Promise<boolean> =>
  (await read(({ seals }) => seals.nextDue(Date.now()))) === undefined;

const sealedEntries = async (db: Knex): Promise<number> => {
  const { rows } = await db.raw<{ rows: ReadonlyArray<{ readonly n: number }> }>(
    'SELECT coalesce(sum(ordinal), 0)::float8 AS n FROM hundi.journal_heads',
  );
  return rows[0]?.n ?? 0;
};

/** How docs/scaling.md starts workers that share a machine with HTTP processes. */
const BEHIND_HTTP = ['nice', '-n', '10'];

const startAll = async (url: string, { workers, railMs, connections }: Layout) => {
  const dataDir = await emptyDataDir();
  const variables = {
    DATABASE_URL: url,
    BANK_RAIL: RAIL,
    BENCH_RAIL_MS: String(railMs),
    BENCH_RAIL_CONNECTIONS: String(connections),
    RATE_LIMITS: 'off',
    LOG_LEVEL: 'error',
    // As the image and `npm start` have it.
    NODE_OPTIONS: '--max-semi-space-size=32',
  };
  const http = await runService(dataDir, { ...variables, WORKERS: '0' });
  const others = await Promise.all(
    Array.from({ length: workers }, () => runService(dataDir, variables, undefined, BEHIND_HTTP)),
  );
  return { http, stop: () => Promise.all([http, ...others].map(({ end }) => end('SIGTERM'))) };
};

/** Starts a bare server of the corporate's transactions as a process of its own. */
const startBare = async (url: string, db: Knex, http: RunningService, transactionId: string) => {
  const path = `${TRANSACTIONS}/${transactionId}`;
  const { text } = await http.get(path);
  const { rows } = await db.raw<{ rows: ReadonlyArray<{ readonly corporate: string }> }>(
    'SELECT corporate_id AS corporate FROM hundi.payouts WHERE payout_id = ?',
    [transactionId],
  );
  const words = [url, rows[0]?.corporate ?? '', String(Buffer.byteLength(text))];
  const { child, first } = launch({}, programOf('bare-server'), words);
  return {
    gets: { service: http.url + path, bare: (await first) + path },
    stop: () => child.kill('SIGKILL'),
  };
};

/** How much longer the slow answers take beside the work. */
const slowedBy = (of: keyof Gets, beside: Gets, quiet: Gets): number =>
  quantile99(beside[of]) / quantile99(quiet[of]);

interface Running {
  readonly url: string;
  readonly http: RunningService;
  readonly storage: Storage;
  readonly db: Knex;
  readonly to: string;
}

const measure = async (
  { url, http, storage, db, to }: Running,
  { batches }: Layout,
): Promise<ScaleOut & { readonly sustained: number }> => {
  const first = json<AcceptedBatch>(await postBatch(http, batchTo(to, 'FIRST')), 202);
  await seen(() => isPaid(db));
  await seen(() => isSealed(storage));
  const [{ transactionId } = { transactionId: '' }] = first.transactions;
  const bare = await startBare(url, db, http, transactionId);
  const headers = { 'x-api-key': http.key };
  const quiet = steadyGets(bare.gets, headers);
  await seen(() => Promise.resolve(quiet.count() >= QUIET_GETS));
  const quietTimes = await quiet.stop();

  const locks = watchLocks(db);
  const cpuBefore = await serverCpuMs(db);
  const startedAt = now();
  for (let i = 0; i < batches; i += 1)
    json(await postBatch(http, batchTo(to, `SCALE-${String(i)}`, PAYMENTS)), 202);
  const beside = steadyGets(bare.gets, headers);
  await seen(() => isPaid(db));
  const paidAt = now();
  const sealedBefore = await sealedEntries(db);
  const waiting = await locks();
  const besideTimes = await beside.stop();
  bare.stop();
  await seen(() => isSealed(storage));
  const sealedAt = now();
  const payouts = batches * PAYMENTS;
  const cpuAfter = await serverCpuMs(db);
  return {
    payoutsPerSecond: (payouts * 1_000) / (paidAt - startedAt),
    burstLagMs: sealedAt - paidAt,
    sealedPerSecond: (((await sealedEntries(db)) - sealedBefore) * 1_000) / (sealedAt - paidAt),
    waiting,
    cpuMsPerPayout:
      cpuBefore === undefined || cpuAfter === undefined
        ? undefined
        : (cpuAfter - cpuBefore) / payouts,
    getRatio: slowedBy('service', besideTimes, quietTimes),
    bareGetRatio: slowedBy('bare', besideTimes, quietTimes),
    sustained: (SUSTAINED * payouts * 1_000) / (sealedAt - startedAt),
  };
};

const onFresh = async <A>(
  server: string,
  layout: Layout,
  work: (running: Running) => Promise<A>,
): Promise<A> => {
  const fresh = await freshOn(server);
  const { http, stop } = await startAll(fresh.url, layout);
  const db = openPostgres(fresh.url, { connections: 2 });
  try {
    const to = await payee(http, 'Sharma Steel');
    return await work({
      url: fresh.url,
      http,
      storage: knexStorage(db, { notify: 'off' }),
      db,
      to,
    });
  } finally {
    await stop();
    await db.destroy();
    await fresh.drop();
  }
};

/** Measures a layout on a fresh database. */
export const scaleOut = (server: string, layout: Layout): Promise<ScaleOut> =>
  onFresh(server, layout, (running) => measure(running, layout));

/** Measures a layout on a fresh database, first with a burst, and then at a rate that it can sustain. */
export const sustainedScaleOut = (server: string, layout: Layout): Promise<SustainedScaleOut> =>
  onFresh(server, layout, async (running) => {
    const burst = await measure(running, layout);
    const { http, db, to } = running;
    return { ...burst, sealLagMs: await sealLagAt(http, db, to, burst.sustained) };
  });
