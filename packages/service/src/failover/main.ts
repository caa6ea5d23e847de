import { newCluster } from '../crash/cluster.js';
import { dice } from '../crash/dice.js';
import { linesOf, tooSlow } from '../crash/report.js';
import { newTally } from '../crash/tally.js';
import { orUsage } from '../testing/or-usage.js';
import { newMade, type Made } from './pair/made.js';
import { readOptions, USAGE, type Options } from './options.js';
import { findPrograms } from './patroni/programs.js';
import { onFreshPairs, onPatroni, type Rounds } from './rounds.js';

/** How the rounds of these options are played; words where what they need is not installed. */
const wayOf = async ({
  withPatroni,
}: Options): Promise<((rounds: Rounds) => Promise<void>) | string> => {
  if (!withPatroni) return onFreshPairs;
  const programs = await findPrograms();
  return typeof programs === 'string' ? programs : (rounds) => onPatroni(rounds, programs);
};

const failOverAll = async (options: Options, made: Made): Promise<boolean> => {
  const way = await wayOf(options);
  if (typeof way === 'string') {
    console.error(way);
    return false;
  }
  const bank = await newCluster();
  if (bank === undefined) {
    console.log('skipped: PostgreSQL is not installed');
    return true;
  }
  made.add(bank.remove);
  await bank.start();
  const { rounds, commits, seed } = options;
  const tally = newTally('Loss of the primary');
  const bankServer = bank.url;
  await way({ count: rounds, commits, bankServer, dice: dice(seed), tally, made });
  const report = tally.report();
  for (const line of linesOf(report)) console.log(line);
  console.log(`  commits that were lost on their way: ${String(2 * rounds * commits)}`);
  return report.losses.length === 0 && tooSlow(report).length === 0;
};

const options = orUsage(readOptions, USAGE);
const made = newMade();
const failed = (error: unknown): false => {
  console.error(error);
  return false;
};
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => {
    void made
      .removeAll()
      .catch(failed)
      .finally(() => process.exit(1));
  });
const isKept = await failOverAll(options, made).catch(failed);
const isRemoved = await made.removeAll().then(() => true, failed);
// Of a round that broke off, clients go on asking.
process.exit(isKept && isRemoved ? 0 : 1);
