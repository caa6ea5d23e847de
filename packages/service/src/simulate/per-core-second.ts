import { simulate } from '@hundi/testkit/simulator';
import { openStorages } from './storages.js';

/** Code is compiled while the first histories run. Long runs, which this figure is about, do that once. */
const WARM_UP = 600;
const SEEDS = 300;

/** How many whole histories on memory, without receivers, one core simulates in a second of its time. */
export const historiesPerCoreSecond = async (): Promise<number> => {
  const storages = await openStorages('memory');
  const run = async (from: number, to: number): Promise<void> => {
    for (let seed = from; seed <= to; seed += 1) {
      await simulate({ seed, receivers: false, ...(await storages.fresh()) });
    }
  };
  await run(1, WARM_UP);
  const before = process.cpuUsage();
  await run(WARM_UP + 1, WARM_UP + SEEDS);
  const { user, system } = process.cpuUsage(before);
  await storages.close();
  return SEEDS / ((user + system) / 1_000_000);
};
