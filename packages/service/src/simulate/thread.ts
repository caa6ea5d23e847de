import { parentPort, workerData } from 'node:worker_threads';
import { mutants, simulate, type Cell, type History, type Mutant } from '@hundi/testkit/simulator';
import type { Broken, Order, Outcome, Setting } from './messages.js';
import { openStorages } from './storages.js';

const port = parentPort;
if (port === null) throw new Error('seeds run in threads');

const { storage, steps, faults, receivers } = workerData as Setting;
const storages = await openStorages(storage);

const mutantOf = (name: string | undefined): Mutant | undefined =>
  mutants.find((one) => one.name === name);

const run = async (seed: number, mutant: Mutant | undefined): Promise<History> =>
  simulate({
    seed,
    steps,
    faults,
    receivers,
    ...(await storages.fresh()),
    ...(mutant !== undefined && { mutant }),
  });

const carryOut = async ({ from, to, mutant, untilBroken }: Order): Promise<Outcome> => {
  const struck = new Map<Cell, number>();
  const broken: Broken[] = [];
  let histories = 0;
  for (let seed = from; seed <= to; seed += 1) {
    const history = await run(seed, mutantOf(mutant));
    histories += 1;
    for (const [cell, count] of history.struck) struck.set(cell, (struck.get(cell) ?? 0) + count);
    const [violation] = history.violations;
    if (violation === undefined) continue;
    broken.push({ seed, violation });
    if (untilBroken) break;
  }
  return { histories, struck, broken };
};

port.on('message', (order: Order | 'close') => {
  const done = order === 'close' ? storages.close().then(() => port.close()) : carryOut(order);
  done.then(
    (outcome) => {
      if (outcome !== undefined) port.postMessage(outcome);
    },
    (error: unknown) => {
      throw error;
    },
  );
});
