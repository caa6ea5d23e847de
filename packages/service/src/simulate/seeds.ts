import { missed, shrink, type Cell } from '@hundi/testkit/simulator';
import type { Arguments } from './arguments.js';
import { coverageTable } from './coverage-table.js';
import type { Broken } from './messages.js';
import { openStorages } from './storages.js';
import { startThreads } from './threads.js';

const CHUNK = 25;
/** Chunks of each thread at least, so that no thread is idle for long at the end. */
const CHUNKS_EACH = 4;
/** From so many histories on, every cell of faults and states must have been reached. */
const REACH_ALL = 5_000;
/** Failing seeds that are shrunk and shown; one is usually enough. */
const SHOWN = 3;

const chunksOf = ({ from, to, threads }: Arguments): ReadonlyArray<readonly [number, number]> => {
  const seeds = to - from + 1;
  const size = Math.min(CHUNK, Math.ceil(seeds / (threads * CHUNKS_EACH)));
  return Array.from({ length: Math.ceil(seeds / size) }, (_, i) => {
    const first = from + i * size;
    return [first, Math.min(first + size - 1, to)] as const;
  });
};

/** The one command that runs this again. */
const replayCommand = (seed: number, rest: ReadonlyArray<string>): string =>
  ['npm run simulate -- --seed', String(seed), ...rest].join(' ');

const explain = async (args: Arguments, { seed, violation }: Broken): Promise<void> => {
  const { steps, faults, receivers, storage } = args;
  console.log(`seed ${String(seed)} breaks ${violation.invariant}: ${violation.detail}`);
  const where = [
    ...(storage === 'memory' ? [] : ['--storage', storage]),
    ...(receivers ? [] : ['--without-receivers']),
  ];
  console.log(`  ${replayCommand(seed, ['--steps', String(steps), ...where])}`);
  const storages = await openStorages(storage);
  const least = await shrink({ seed, steps, faults, receivers, fresh: storages.fresh });
  await storages.close();
  if (least === undefined) return;
  const smaller = ['--steps', String(least.history.steps), '--faults', least.faults.join(',')];
  console.log(`  shrunk: ${replayCommand(seed, [...smaller.map((one) => one || "''"), ...where])}`);
};

/** Runs every seed; false when a promise was broken, or many histories left out a cell of faults and states. */
export const runSeeds = async (args: Arguments): Promise<boolean> => {
  const { steps, storage, faults, receivers, threads: count } = args;
  const threads = startThreads(count, { storage, steps, faults, receivers });
  const startedAt = performance.now();
  const struck = new Map<Cell, number>();
  const broken: Broken[] = [];
  let histories = 0;
  const chunks = chunksOf(args).values();
  const work = async (): Promise<void> => {
    for (const [first, last] of chunks) {
      if (performance.now() - startedAt >= args.seconds * 1_000) return;
      const outcome = await threads.carryOut({ from: first, to: last, untilBroken: false });
      histories += outcome.histories;
      broken.push(...outcome.broken);
      for (const [cell, n] of outcome.struck) struck.set(cell, (struck.get(cell) ?? 0) + n);
    }
  };
  await Promise.all(Array.from({ length: count }, work));
  const seconds = (performance.now() - startedAt) / 1_000;
  await threads.close();

  console.log(coverageTable(struck));
  const rate = (histories / seconds).toFixed(1);
  console.log(
    `${String(histories)} histories of ${String(steps)} steps on ${storage} in ${seconds.toFixed(1)} s: ` +
      `${rate} a second in ${String(count)} threads`,
  );
  broken.sort((a, b) => a.seed - b.seed);
  console.log(`${String(broken.length)} broke a promise`);
  for (const one of broken.slice(0, SHOWN)) await explain(args, one);
  const never = missed(struck).filter((cell) =>
    faults.some((fault) => cell.startsWith(`${fault}/`)),
  );
  if (never.length > 0) console.log(`never reached: ${never.join(', ')}`);
  return broken.length === 0 && (never.length === 0 || histories < REACH_ALL);
};
