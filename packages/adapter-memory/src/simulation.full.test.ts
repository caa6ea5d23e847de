import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import {
  mutants,
  shrink,
  simulate,
  type EmptyStorage,
  type History,
  type Mutant,
} from '@hundi/testkit/simulator';
import test from 'ava';
import { memoryStorage } from './memory-storage.js';

/** So many seeds of histories that break nothing: `npm run simulate` plays more of them. */
const SEEDS = 20;

/** Within so many seeds a planted bug is caught. */
const SEEDS_OF_A_BUG = 120;

/** So many seeds from one on that is known to catch the bug: after a change it may be another one. */
const seedsFrom = (first: number, count: number): ReadonlyArray<number> =>
  Array.from({ length: count }, (_, i) => first + i);

const empty = (): EmptyStorage => {
  const storage = memoryStorage();
  return { storage, backUp: storage.backUp };
};

const run = (seed: number, mutant?: Mutant): Promise<History> =>
  simulate({ seed, ...empty(), ...(mutant !== undefined && { mutant }) });

const mutantCalled = (name: string): Mutant => {
  const found = mutants.find((one) => one.name === name);
  if (found === undefined) throw new Error(`no mutant is called ${name}`);
  return found;
};

test('no promise is broken in any of many hostile histories', async (t) => {
  for (let seed = 1; seed <= SEEDS; seed += 1) {
    t.deepEqual((await run(seed)).violations, [], `seed ${String(seed)}`);
  }
});

test('the same seed replays the same history, and another seed another', async (t) => {
  const first = await run(7);
  const other = await run(8);
  const again = await run(7);

  t.is(again.hash, first.hash);
  t.deepEqual(again.trace, first.trace);
  t.not(other.hash, first.hash);
});

const ELSEWHERE = `
  import { memoryStorage } from '@hundi/adapter-memory';
  import { simulate } from '@hundi/testkit/simulator';
  const storage = memoryStorage();
  console.log((await simulate({ seed: 7, storage, backUp: storage.backUp })).hash);
`;

test('the same seed replays the same history in another process', async (t) => {
  const node = promisify(execFile);
  const { stdout } = await node(process.execPath, ['--input-type=module', '-e', ELSEWHERE]);

  t.is(stdout.trim(), (await run(7)).hash);
});

test('a history without faults breaks no promise, and no fault strikes in it', async (t) => {
  const { violations, struck } = await simulate({ seed: 5, faults: [], storage: memoryStorage() });

  t.deepEqual(violations, []);
  t.is(struck.size, 0);
});

const restored = (seed: number, mutant?: Mutant): Promise<History> =>
  simulate({
    seed,
    faults: ['restored_backup'],
    ...empty(),
    ...(mutant !== undefined && { mutant }),
  });

test('backups are restored in the middle of histories, and nothing is paid twice or ends untrue', async (t) => {
  let struck = 0;
  for (let seed = 1; seed <= SEEDS; seed += 1) {
    const history = await restored(seed);
    t.deepEqual(history.violations, [], `seed ${String(seed)}`);
    struck += history.struck.size;
  }
  t.true(struck > 0);
});

test('a mark that is restored with the database is detected', async (t) => {
  const mutant = mutantCalled('restored-unmarked');
  let caught = 0;
  for (const seed of seedsFrom(30, 5 * SEEDS_OF_A_BUG)) {
    caught += (await restored(seed, mutant)).violations.length;
    if (caught > 0) break;
  }
  t.true(caught > 0);
});

// What is caught within a few seeds; `npm run simulate -- --mutants` plants all of them.
for (const [name, first] of [
  ['blind-resend', 87],
  ['unknown-is-failed', 1],
  ['sent-although-held', 124],
  ['journal-drops', 1],
  ['reference-never-held', 1],
  ['row-lost', 1],
  ['no-undo', 1],
  ['key-always-free', 1],
  ['tenant-of-another', 1],
  ['event-never-written', 1],
  ['body-made-at-delivery', 1],
  ['failed-delivery-dropped', 12],
  ['cancel-after-send', 6],
  ['cancel-asked-again', 3],
  ['deputy-votes-too', 215],
  ['policy-of-one', 4],
  ['preview-of-another', 2],
  ['gate-open', 6],
  ['account-rewritten', 15],
  ['sent-unverified', 15],
] as const) {
  test(`a planted bug is caught: ${name}`, async (t) => {
    const mutant = mutantCalled(name);
    for (const seed of seedsFrom(first, SEEDS_OF_A_BUG)) {
      if ((await run(seed, mutant)).violations.length > 0) {
        t.pass();
        return;
      }
    }
    t.fail(`${name} escaped`);
  });
}

test('a failing history shrinks to a smaller one that breaks the same promise', async (t) => {
  const mutant = mutantCalled('journal-drops');
  const before = await run(1, mutant);
  const least = await shrink({ seed: 1, mutant, fresh: async () => empty() });

  t.is(least?.history.violations[0]?.invariant, before.violations[0]?.invariant);
  t.true((least?.history.steps ?? Infinity) < before.steps);
  t.deepEqual(least?.faults, []);
});

test('a history that breaks nothing does not shrink', async (t) => {
  t.is(await shrink({ seed: 1, steps: 20, fresh: async () => empty() }), undefined);
});
