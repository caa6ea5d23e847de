import { availableParallelism } from 'node:os';
import { mutants, simulate } from '@hundi/testkit/simulator';
import { orUsage } from '../testing/or-usage.js';
import { readArguments, USAGE, type Arguments } from './arguments.js';
import { catchMutants } from './catch-mutants.js';
import { runSeeds } from './seeds.js';
import { openStorages } from './storages.js';

/** Runs one history and prints it; false when it breaks a promise. */
const replay = async ({ from: seed, steps, storage, faults, receivers, ...args }: Arguments) => {
  const storages = await openStorages(storage);
  const mutant = mutants.find(({ name }) => name === args.mutant);
  const history = await simulate({
    seed,
    steps,
    faults,
    receivers,
    ...(await storages.fresh()),
    ...(mutant !== undefined && { mutant }),
  });
  await storages.close();
  if (args.trace) console.log(history.trace.join('\n'));
  for (const { invariant, detail, turn } of history.violations) {
    console.log(`${invariant} at turn ${String(turn)}: ${detail}`);
  }
  console.log(`seed ${String(seed)}: ${history.hash}, ${String(history.violations.length)} broken`);
  return history.violations.length === 0;
};

const args = orUsage(() => readArguments(process.argv.slice(2), availableParallelism()), USAGE);
const run = args.mutants ? catchMutants : args.isReplay ? replay : runSeeds;
if (!(await run(args))) process.exitCode = 1;
