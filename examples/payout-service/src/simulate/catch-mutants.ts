import { mutants } from '@hundi/testkit';
import type { Arguments } from './arguments.js';
import type { Broken } from './messages.js';
import { replayCommand } from './seeds.js';
import { startThreads, type Threads } from './threads.js';

const firstCatch = async (
  threads: Threads,
  mutant: string,
  { from, to }: Arguments,
): Promise<Broken | undefined> => {
  const { broken } = await threads.carryOut({ from, to, mutant, untilBroken: true });
  return broken[0];
};

/** Plants every known bug, one at a time; false when one of them was not caught. */
export const catchMutants = async (args: Arguments): Promise<boolean> => {
  const { storage, steps, faults, threads: count } = args;
  const threads = startThreads(count, { storage, steps, faults });
  let escaped = 0;
  await Promise.all(
    mutants.map(async ({ name, bug }) => {
      const caught = await firstCatch(threads, name, args);
      if (caught === undefined) escaped += 1;
      console.log(
        caught === undefined
          ? `ESCAPED  ${name}: ${bug}`
          : `caught   ${name} (${bug}) by ${caught.violation.invariant}: ` +
              replayCommand(caught.seed, ['--mutant', name]),
      );
    }),
  );
  await threads.close();
  console.log(`${String(mutants.length - escaped)} of ${String(mutants.length)} mutants caught`);
  return escaped === 0;
};
