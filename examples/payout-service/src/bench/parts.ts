import { postgresUrl } from '@hundi/testkit/contract';
import type { Knex } from 'knex';
import { batchRound, PAYMENTS, type BatchRound } from './batch.js';
import type { BenchArguments, PartName } from './arguments.js';
import { openClient, type Client } from './client.js';
import { postgresDatabase, sqliteDatabase, type MakeDatabase } from './database.js';
import { postgresFloor, sqliteFloor, type Floor } from './floor.js';
import { pagesRound } from './pages.js';
import { readsRound } from './reads.js';
import { BROAD, reportGrowth } from './reports.js';
import { timingRound } from './timing.js';
import { webhookLag, webhooksRound } from './webhooks.js';
import { smallWritesRound } from './small-writes.js';

/** The shared tools of the parts. */
interface Bench {
  readonly client: Client;
  /** The databases there are to measure on, each with its fastest bare writes. */
  readonly databases: ReadonlyArray<readonly [string, MakeDatabase, (db: Knex) => Floor]>;
  /** How many rounds count, after one to warm up. */
  readonly rounds: number;
}

const median = (values: ReadonlyArray<number>): number => {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? NaN;
};

const rounded = (value: number, digits = 2): number => Number(value.toFixed(digits));

/** Runs a round once to warm up, then so many times for the figures; prints each to stderr. */
const repeated = async <R>(
  { rounds }: Bench,
  name: string,
  round: () => Promise<R>,
): Promise<ReadonlyArray<R>> => {
  const results: R[] = [];
  for (let i = 0; i <= rounds; i += 1) {
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

const batches = async (bench: Bench) => {
  const { client, databases } = bench;
  const figures: Record<string, unknown> = {};
  const stalls: number[] = [];
  for (const [name, make, floorOf] of databases) {
    const results = await repeated(bench, name, () => batchRound(make, floorOf, client));
    Object.assign(figures, batchFigures(name, results));
    stalls.push(median(results.map(({ stall }) => stall)));
  }
  return { ...figures, loopStallMs: rounded(Math.max(...stalls), 1) };
};

const against = (results: ReadonlyArray<{ readonly service: number; readonly floor: number }>) => ({
  ratio: rounded(median(results.map(({ service, floor }) => service / floor))),
  perSecond: Math.round(median(results.map(({ service }) => service))),
});

const smallWrites = async (bench: Bench) => ({
  smallWrites: against(await repeated(bench, 'smallWrites', () => smallWritesRound(bench.client))),
});

const reads = async (bench: Bench) => {
  const { client, databases } = bench;
  const figures: Record<string, ReturnType<typeof against>> = {};
  for (const [name, make] of databases) {
    figures[name.toLowerCase()] = against(
      await repeated(bench, `reads${name}`, () => readsRound(make, client)),
    );
  }
  const worst = Math.min(...Object.values(figures).map(({ ratio }) => ratio));
  return { getTransaction: { ratio: worst, ...figures } };
};

const pages = async (bench: Bench) => {
  const { client, databases } = bench;
  const figures: Record<string, { readonly firstByteRatio: number }> = {};
  for (const [name, make] of databases) {
    const results = await repeated(bench, `pages${name}`, () => pagesRound(make, client));
    figures[name.toLowerCase()] = {
      firstByteRatio: rounded(median(results.map(({ page, session }) => page / session))),
    };
  }
  const worst = Math.max(...Object.values(figures).map(({ firstByteRatio }) => firstByteRatio));
  return { pages: { firstByteRatio: worst, ...figures } };
};

const reports = async ({ databases }: Bench) => {
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

const webhooks = async (bench: Bench) => {
  const { client } = bench;
  const { ratio, perSecond } = against(
    await repeated(bench, 'webhooks', () => webhooksRound(client)),
  );
  const { healthy, burdened } = await webhookLag(client);
  console.error('webhookLag', `healthy ${healthy.toFixed(0)}, burdened ${burdened.toFixed(0)}`);
  return { webhooks: { ratio, perSecond, lagRatio: rounded(burdened / healthy) } };
};

const timing = async ({ databases }: Bench) => {
  const figures: Record<string, Record<string, number>> = {};
  for (const [name, make] of databases)
    figures[name.toLowerCase()] = Object.fromEntries(
      Object.entries(await timingRound(make)).map(([what, t]) => [what, rounded(t)]),
    );
  const worst = Math.max(...Object.values(figures).flatMap((all) => Object.values(all)));
  return { timing: { worstT: worst, ...figures } };
};

const PARTS: Readonly<Record<PartName, (bench: Bench) => Promise<object>>> = {
  batches,
  smallWrites,
  reads,
  reports,
  pages,
  webhooks,
  timing,
};

/** Measures some parts; each round prints its figures to stderr, and the answer is the JSON of all of them. */
export const measure = async ({
  parts,
  rounds,
}: Pick<BenchArguments, 'parts' | 'rounds'>): Promise<object> => {
  const url = await postgresUrl();
  const client = openClient();
  const bench: Bench = {
    client,
    rounds,
    databases: [
      ['Sqlite', sqliteDatabase, sqliteFloor],
      ...(url === undefined ? [] : [['Postgres', postgresDatabase(url), postgresFloor] as const]),
    ],
  };
  const figures: object[] = [];
  for (const part of parts) figures.push(await PARTS[part](bench));
  await client.close();
  return Object.assign({}, ...figures) as object;
};
