import { parseArgs } from 'node:util';
import { newCluster, type Cluster } from '../crash/cluster.js';
import { dice, type Dice } from '../crash/dice.js';
import { linesOf, tooSlow } from '../crash/report.js';
import { newTally, type Tally } from '../crash/tally.js';
import { newPair } from './pair.js';
import { round } from './round.js';

const USAGE = 'npm run failover -- [--short] [--rounds N] [--seed N]';

const SIZES = {
  whole: { rounds: 5, commits: 20 },
  short: { rounds: 1, commits: 4 },
} as const;

const whole = (text: string, name: string): number => {
  if (/^\d{1,6}$/.test(text)) return Number(text);
  throw new Error(`--${name}: a whole number`);
};

const readOptions = () => {
  const { values } = parseArgs({
    options: {
      short: { type: 'boolean', default: false },
      rounds: { type: 'string' },
      seed: { type: 'string', default: '1' },
    },
  });
  const size = values.short ? SIZES.short : SIZES.whole;
  const rounds = values.rounds === undefined ? size.rounds : whole(values.rounds, 'rounds');
  return { ...size, rounds, seed: whole(values.seed, 'seed') };
};

type Options = ReturnType<typeof readOptions>;

const onFreshPair = async (bank: Cluster, commits: number, dice: Dice, tally: Tally) => {
  const pair = await newPair();
  try {
    if (pair !== undefined) await round(pair, bank.url, commits, dice, tally);
  } finally {
    await pair?.remove();
  }
};

const failOverAll = async ({ rounds, commits, seed }: Options): Promise<boolean> => {
  const bank = await newCluster();
  if (bank === undefined) {
    console.log('skipped: PostgreSQL is not installed');
    return true;
  }
  const tally = newTally('Loss of the primary');
  const chance = dice(seed);
  try {
    await bank.start();
    for (let n = 0; n < rounds; n += 1) await onFreshPair(bank, commits, chance, tally);
  } finally {
    await bank.remove();
  }
  const report = tally.report();
  for (const line of linesOf(report)) console.log(line);
  console.log(`  commits that were lost on their way: ${String(2 * rounds * commits)}`);
  return report.losses.length === 0 && tooSlow(report).length === 0;
};

const optionsOrUsage = (): Options => {
  try {
    return readOptions();
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    console.error(USAGE);
    process.exit(2);
  }
};

const isKept = await failOverAll(optionsOrUsage()).catch((error: unknown) => {
  console.error(error);
  return false;
});
// Of a round that broke off, clients go on asking.
process.exit(isKept ? 0 : 1);
