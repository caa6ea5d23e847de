import { postgresUrl } from '@hundi/testkit/contract';
import test from 'ava';
import { freshPostgres } from '../testing/fresh-postgres.js';
import { CRASH_POINTS, type CrashPoint } from './crash-points.js';
import { dice } from './dice.js';
import type { Fate } from './lives.js';
import { crashShared, HTTP_POINTS, WORKER_POINTS } from './postgres-run.js';
import { crashOwn } from './sqlite-run.js';
import { newTally } from './tally.js';

/** A point that is not reached in this time is no point any more. */
const PATIENCE_MS = 300_000;
const SEED = 7;

const at = (point: CrashPoint): Fate => ({
  kind: 'point',
  at: point,
  passes: 1,
  afterMs: PATIENCE_MS,
});

const once = (points: ReadonlyArray<CrashPoint>): Readonly<Record<string, number>> =>
  Object.fromEntries(points.map((point) => [point, 1]));

const tested = (await postgresUrl()) === undefined ? test.skip : test.serial;

/** Before its intent is recorded no order reaches the bank, whatever that does with an order that comes again. */
const FROM_THE_INTENT_ON = CRASH_POINTS.slice(CRASH_POINTS.indexOf('after-intent'));

for (const [bank, kind, points] of [
  ['forgets', 'forgets', CRASH_POINTS],
  ['deduplicates, from the intent on', 'deduplicates', FROM_THE_INTENT_ON],
] as const) {
  test.serial(
    `SQLite: killed at every crash point, nothing is lost or doubled at a bank that ${bank}`,
    async (t) => {
      t.timeout(600_000);
      const tally = newTally('SQLite');
      await crashOwn({ fates: points.map(at), bank: kind, dice: dice(SEED), tally });
      const { losses, deaths, payouts } = tally.report();

      t.deepEqual(losses, []);
      t.deepEqual(deaths, once(points));
      t.true(payouts > 0);
    },
  );
}

tested('PostgreSQL: processes killed at every crash point lose and double nothing', async (t) => {
  t.timeout(600_000);
  const fresh = await freshPostgres();
  if (fresh === undefined) throw new Error('the PostgreSQL of the tests went away');
  t.teardown(fresh.drop);
  const tally = newTally('PostgreSQL');
  const next = (points: ReadonlyArray<CrashPoint>) => {
    const left = points.map(at);
    return () => left.shift();
  };
  await crashShared({
    url: fresh.url,
    dice: dice(SEED),
    tally,
    http: next(HTTP_POINTS),
    workers: [next(WORKER_POINTS)],
  });
  const { losses, deaths, payouts } = tally.report();

  t.deepEqual(losses, []);
  t.deepEqual(deaths, once([...HTTP_POINTS, ...WORKER_POINTS]));
  t.true(payouts > 0);
});
