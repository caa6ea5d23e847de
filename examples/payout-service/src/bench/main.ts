import { postgresUrl } from '@hundi/testkit';
import type { Knex } from 'knex';
import { batchRound, PAYMENTS, type BatchRound } from './batch.js';
import { openClient, type Client } from './client.js';
import { postgresDatabase, sqliteDatabase, type MakeDatabase } from './database.js';
import { postgresFloor, sqliteFloor, type Floor } from './floor.js';
import { smallWritesRound } from './small-writes.js';

const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? '5');

const median = (values: ReadonlyArray<number>): number => {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? NaN;
};

const rounded = (value: number, digits = 2): number => Number(value.toFixed(digits));

/** Runs a round once to warm up, then so many times for the figures; tells of each on stderr. */
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

const onDatabase = async (
  name: string,
  make: MakeDatabase,
  floorOf: (db: Knex) => Floor,
  client: Client,
) => {
  const results = await rounds(name, () => batchRound(make, floorOf, client));
  return { figures: batchFigures(name, results), stall: median(results.map(({ stall }) => stall)) };
};

const client = openClient();
const sqlite = await onDatabase('Sqlite', sqliteDatabase, sqliteFloor, client);
const url = await postgresUrl();
const postgres =
  url === undefined
    ? undefined
    : await onDatabase('Postgres', postgresDatabase(url), postgresFloor, client);
const small = await rounds('smallWrites', () => smallWritesRound(client));
await client.close();

console.log(
  JSON.stringify({
    ...sqlite.figures,
    ...postgres?.figures,
    loopStallMs: rounded(Math.max(sqlite.stall, postgres?.stall ?? 0), 1),
    smallWrites: {
      ratio: rounded(median(small.map(({ service, floor }) => service / floor))),
      perSecond: Math.round(median(small.map(({ service }) => service))),
    },
  }),
);
