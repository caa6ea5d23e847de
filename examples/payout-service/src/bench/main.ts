import { postgresUrl } from '@hundi/testkit/contract';
import type { Knex } from 'knex';
import { batchRound, PAYMENTS, type BatchRound } from './batch.js';
import { openClient } from './client.js';
import { postgresDatabase, sqliteDatabase, type MakeDatabase } from './database.js';
import { postgresFloor, sqliteFloor, type Floor } from './floor.js';
import { pagesRound } from './pages.js';
import { readsRound } from './reads.js';
import { BROAD, reportGrowth } from './reports.js';
import { timingRound } from './timing.js';
import { webhookLag, webhooksRound } from './webhooks.js';
import { smallWritesRound } from './small-writes.js';

const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? '5');

const median = (values: ReadonlyArray<number>): number => {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? NaN;
};

const rounded = (value: number, digits = 2): number => Number(value.toFixed(digits));

/** Runs a round once to warm up, then so many times for the figures; prints each to stderr. */
const rounds = async <R>(name: string, round: () => Promise<R>): Promise<ReadonlyArray<R>> => {
  const results: R[] = [];
  for (let i = 0; i <= ROUNDS; i += 1) {
    const result = await round();
    const figures = Object.entries(result as Record<string, number>);
    console.error(name, i, figures.map(([key, value]) => `${key} ${value.toFixed(0)}`).join(', '));
    if (i > 0) results.push(result);
  }
  return results;
};

const batchFigures = (database: string, results: ReadonlyArray<BatchRound>) => {
  const ratio = (of: keyof BatchRound, to: keyof BatchRound) =>
    rounded(median(results.map((round) => round[of] / round[to])));
  return {
    [`accept${database}`]: { ratio: ratio('accept', 'acceptFloor') },
    [`complete${database}`]: { ratio: ratio('complete', 'completeFloor') },
    [`paid${database}`]: {
      ratio: ratio('paid', 'paidFloor'),
      payoutsPerSecond: Math.round(median(results.map(({ paid }) => (PAYMENTS * 1_000) / paid))),
    },
  };
};

const client = openClient();
const url = await postgresUrl();

/** The databases there are to measure on, each with its fastest bare writes. */
const databases: ReadonlyArray<readonly [string, MakeDatabase, (db: Knex) => Floor]> = [
  ['Sqlite', sqliteDatabase, sqliteFloor],
  ...(url === undefined ? [] : [['Postgres', postgresDatabase(url), postgresFloor] as const]),
];

const batches = async () => {
  const figures: Record<string, unknown> = {};
  const stalls: number[] = [];
  for (const [name, make, floorOf] of databases) {
    const results = await rounds(name, () => batchRound(make, floorOf, client));
    Object.assign(figures, batchFigures(name, results));
    stalls.push(median(results.map(({ stall }) => stall)));
  }
  return { ...figures, loopStallMs: rounded(Math.max(...stalls), 1) };
};

const against = (results: ReadonlyArray<{ readonly service: number; readonly floor: number }>) => ({
  ratio: rounded(median(results.map(({ service, floor }) => service / floor))),
  perSecond: Math.round(median(results.map(({ service }) => service))),
});

const smallWrites = async () => ({
  smallWrites: against(await rounds('smallWrites', () => smallWritesRound(client))),
});

const reads = async () => {
  const figures: Record<string, ReturnType<typeof against>> = {};
  for (const [name, make] of databases) {
    figures[name.toLowerCase()] = against(
      await rounds(`reads${name}`, () => readsRound(make, client)),
    );
  }
  const worst = Math.min(...Object.values(figures).map(({ ratio }) => ratio));
  return { getTransaction: { ratio: worst, ...figures } };
};

const pages = async () => {
  const figures: Record<string, { readonly firstByteRatio: number }> = {};
  for (const [name, make] of databases) {
    const results = await rounds(`pages${name}`, () => pagesRound(make, client));
    figures[name.toLowerCase()] = {
      firstByteRatio: rounded(median(results.map(({ page, session }) => page / session))),
    };
  }
  const worst = Math.max(...Object.values(figures).map(({ firstByteRatio }) => firstByteRatio));
  return { pages: { firstByteRatio: worst, ...figures } };
};

const reports = async () => {
  const figures: Record<string, Record<string, number>> = {};
  for (const [name, make] of databases) {
    const growth = await reportGrowth(make);
    figures[name.toLowerCase()] = Object.fromEntries(
      Object.entries(growth).map(([page, ratio]) => [page, rounded(ratio)]),
    );
  }
  const bounded = Object.values(figures).flatMap((pages) =>
    Object.entries(pages).flatMap(([page, ratio]) => (page === BROAD ? [] : [ratio])),
  );
  const worst = Math.max(...bounded);
  return { report: { growth: worst, ...figures } };
};

const webhooks = async () => {
  const { ratio, perSecond } = against(await rounds('webhooks', () => webhooksRound(client)));
  const { healthy, burdened } = await webhookLag(client);
  console.error('webhookLag', `healthy ${healthy.toFixed(0)}, burdened ${burdened.toFixed(0)}`);
  return { webhooks: { ratio, perSecond, lagRatio: rounded(burdened / healthy) } };
};

const timing = async () => {
  const figures: Record<string, Record<string, number>> = {};
  for (const [name, make] of databases)
    figures[name.toLowerCase()] = Object.fromEntries(
      Object.entries(await timingRound(make)).map(([what, t]) => [what, rounded(t)]),
    );
  const worst = Math.max(...Object.values(figures).flatMap((all) => Object.values(all)));
  return { timing: { worstT: worst, ...figures } };
};

const PARTS: Readonly<Record<string, () => Promise<object>>> = {
  batches,
  smallWrites,
  reads,
  reports,
  pages,
  webhooks,
  timing,
};

const wanted =
  process.env['BENCH_PARTS']?.split(',') ?? Object.keys(PARTS).filter((name) => name !== 'timing');
const unknown = wanted.filter((name) => PARTS[name] === undefined);
if (unknown.length > 0) throw new Error(`no such part of the bench: ${unknown.join(', ')}`);

const figures: object[] = [];
for (const name of wanted) figures.push((await PARTS[name]?.()) ?? {});
await client.close();
console.log(JSON.stringify(Object.assign({}, ...figures)));
