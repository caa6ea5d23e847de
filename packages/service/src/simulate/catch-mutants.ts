import { mutants } from '@hundi/testkit/simulator';
import type { Arguments } from './arguments.js';
import type { Broken } from './messages.js';
import { startThreads, type Threads } from './threads.js';

const firstCatch = async (
  threads: Threads,
  mutant: string,
  { from, to }: Arguments,
): Promise<Broken | undefined> => {
  const { broken } = await threads.carryOut({ from, to, mutant, untilBroken: true });
  return broken[0];
};

/** Plants every known bug, or the one that is named, one at a time; false when one of them was not caught. */
export const catchMutants = async (args: Arguments): Promise<boolean> => {
  const { storage, steps, faults, receivers, threads: count, mutant } = args;
  const planted = mutants.filter(({ name }) => mutant === undefined || name === mutant);
  const threads = startThreads(count, { storage, steps, faults, receivers });
  let escaped = 0;
  await Promise.all(
    planted.map(async ({ name, bug }) => {
      const caught = await firstCatch(threads, name, args);
      if (caught === undefined) escaped += 1;
      console.log(
        caught === undefined
          ? `ESCAPED  ${name}: ${bug}`
          : `caught   ${name} by ${caught.violation.invariant} in seed ${String(caught.seed)} ` +
              `(${bug}): ${caught.violation.detail}`,
      );
    }),
  );
  await threads.close();
  console.log(`${String(planted.length - escaped)} of ${String(planted.length)} mutants caught`);
  console.log('one of them again: npm run simulate -- --seed <seed> --mutant <name>');
  return escaped === 0;
};
