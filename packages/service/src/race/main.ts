import { parseArgs } from 'node:util';
import { citusUrl, postgresUrl } from '@hundi/testkit/contract';
import { dice } from '../crash/dice.js';
import { orUsage } from '../testing/or-usage.js';
import { dailyLimit } from './daily-limit.js';
import { equalReports } from './equal-reports.js';
import { linesOf, type Outcome } from './outcome.js';
import { pausedWorkers } from './paused-workers.js';
import { sameKey } from './same-key.js';

const USAGE = 'npm run race -- [--short] [--seed N] [--citus]';

const SIZES = {
  whole: {
    sameKey: { rounds: 1_000, callers: 32 },
    pausedWorkers: { workers: 16, payments: 20_000 },
    dailyLimit: { payments: 64, room: 10 },
    equalReports: { payouts: 100, reports: 32 },
  },
  short: {
    sameKey: { rounds: 50, callers: 32 },
    pausedWorkers: { workers: 6, payments: 4_000 },
    dailyLimit: { payments: 64, room: 10 },
    equalReports: { payouts: 10, reports: 32 },
  },
} as const;

const readOptions = () => {
  const { values } = parseArgs({
    options: {
      short: { type: 'boolean', default: false },
      seed: { type: 'string', default: '1' },
      citus: { type: 'boolean', default: false },
    },
  });
  if (!/^\d{1,6}$/.test(values.seed)) throw new Error('--seed: a whole number');
  return {
    size: values.short ? SIZES.short : SIZES.whole,
    seed: Number(values.seed),
    citus: values.citus,
  };
};

type Options = ReturnType<typeof readOptions>;

async function* racesOn(server: string, { size, seed }: Options): AsyncGenerator<Outcome> {
  yield await sameKey(server, size.sameKey);
  yield await pausedWorkers(server, size.pausedWorkers, dice(seed));
  yield await dailyLimit(server, size.dailyLimit);
  yield await equalReports(server, size.equalReports);
}

const raceAll = async (options: Options): Promise<boolean> => {
  const server = await (options.citus ? citusUrl() : postgresUrl());
  if (server === undefined) {
    console.log('skipped: no server answers, and on SQLite there is one process');
    return true;
  }
  let kept = true;
  for await (const outcome of racesOn(server, options)) {
    for (const line of linesOf(outcome)) console.log(line);
    kept &&= outcome.broken.length === 0;
  }
  return kept;
};

const options = orUsage(readOptions, USAGE);
process.exitCode = (await raceAll(options)) ? 0 : 1;
