import type { Knex } from 'knex';
import type { Client } from './client.js';
import type { MakeDatabase } from './database.js';
import type { Floor } from './floor.js';

/** The shared tools of the parts. */
export interface Bench {
  readonly client: Client;
  /** The databases there are to measure on, each with its fastest bare writes. */
  readonly databases: ReadonlyArray<readonly [string, MakeDatabase, (db: Knex) => Floor]>;
  /** The PostgreSQL server, where there is one. */
  readonly server?: string;
  /** How many rounds count, after one to warm up. */
  readonly rounds: number;
}

export const median = (values: ReadonlyArray<number>): number => {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? NaN;
};

export const rounded = (value: number, digits = 2): number => Number(value.toFixed(digits));

/** Runs a round once to warm up, then so many times for the figures; prints each to stderr. */
export const repeated = async <R>(
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

/** How often a second the service did something, and how that compares with bare code. */
export const against = (
  results: ReadonlyArray<{ readonly service: number; readonly floor: number }>,
) => ({
  ratio: rounded(median(results.map(({ service, floor }) => service / floor))),
  perSecond: Math.round(median(results.map(({ service }) => service))),
});
