import test from 'ava';
import fc from 'fast-check';
import { groupCommit } from './group-commit.js';

/** Runs that end on request and remember their groups. */
const held = () => {
  const groups: (readonly number[])[] = [];
  const ends: (() => void)[] = [];
  const run = (inputs: ReadonlyArray<number>): Promise<ReadonlyArray<number>> => {
    groups.push([...inputs]);
    return new Promise((resolve) => {
      ends.push(() => {
        resolve(inputs.map((n) => n * 10));
      });
    });
  };
  return { groups, run, endNext: () => ends.shift()?.() };
};

/** Lets everything that is already settled go on. */
const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

test('one caller alone never waits', async (t) => {
  const { groups, run, endNext } = held();
  const answer = groupCommit(run, 10)(1);

  t.deepEqual(groups, [[1]]);
  endNext();
  t.is(await answer, 10);
});

test('requests that arrive while a group runs share the next run, in their order', async (t) => {
  const { groups, run, endNext } = held();
  const ask = groupCommit(run, 10);
  const answers = [1, 2, 3, 4].map(ask);

  t.deepEqual(groups, [[1]]);
  endNext();
  await turn();
  t.deepEqual(groups, [[1], [2, 3, 4]]);
  endNext();
  t.deepEqual(await Promise.all(answers), [10, 20, 30, 40]);
});

test('a group holds no more than its capacity', async (t) => {
  const groups: number[][] = [];
  const ask = groupCommit(
    (inputs: ReadonlyArray<number>) => {
      groups.push([...inputs]);
      return Promise.resolve(inputs);
    },
    10,
    { weigh: (n) => n },
  );

  t.deepEqual(await Promise.all([1, 4, 6, 1, 25, 3].map(ask)), [1, 4, 6, 1, 25, 3]);
  t.deepEqual(groups, [[1], [4, 6], [1], [25], [3]]);
});

test('every caller gets the answer to its own request, for any weights', async (t) => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.integer({ min: 0, max: 30 })),
      fc.integer({ min: 1, max: 20 }),
      async (inputs, capacity) => {
        const seen: number[] = [];
        const ask = groupCommit(
          async (group: ReadonlyArray<number>) => {
            const weight = group.reduce((sum, n) => sum + n, 0);
            t.true(group.length === 1 || weight <= capacity);
            seen.push(...group);
            await Promise.resolve();
            return group.map((n) => -n);
          },
          capacity,
          { weigh: (n) => n },
        );
        const answers = await Promise.all(inputs.map(ask));
        t.deepEqual(
          answers,
          inputs.map((n) => -n),
        );
        t.deepEqual(seen, inputs);
      },
    ),
  );
  t.pass();
});

test('one bad member costs no other member its answer', async (t) => {
  const failures: string[] = [];
  const ask = groupCommit(
    async (inputs: ReadonlyArray<number>) => {
      await Promise.resolve();
      if (inputs.includes(3)) throw new Error('three');
      return inputs;
    },
    10,
    { onGroupFailure: (error) => failures.push(String(error)) },
  );
  const results = await Promise.allSettled([1, 2, 3, 4].map(ask));

  t.deepEqual(
    results.map((result) => (result.status === 'fulfilled' ? result.value : 'failed')),
    [1, 2, 'failed', 4],
  );
  t.deepEqual(failures, ['Error: three']);
});

test('a run that throws at once, or a failure alone, reaches its caller and ends nothing', async (t) => {
  let broken = true;
  const ask = groupCommit((inputs: ReadonlyArray<number>) => {
    if (broken) throw new Error('broken');
    return Promise.resolve(inputs);
  }, 10);

  await t.throwsAsync(ask(1), { message: 'broken' });
  broken = false;
  t.is(await ask(2), 2);
});

test('a request that comes after all work has ended starts a new run', async (t) => {
  const ask = groupCommit((inputs: ReadonlyArray<string>) => Promise.resolve(inputs), 10);

  t.is(await ask('a'), 'a');
  await turn();
  t.is(await ask('b'), 'b');
});

test('after an error that affects every member, a group is tried once more, and no member waits for another', async (t) => {
  const groups: number[][] = [];
  const ask = groupCommit(
    async (group: ReadonlyArray<number>) => {
      groups.push([...group]);
      await turn();
      throw new Error('away');
    },
    10,
    { affectsAll: (error) => (error as Error).message === 'away' },
  );
  const answers = await Promise.allSettled([1, 2, 3, 4].map(ask));

  t.deepEqual(groups, [[1], [2, 3, 4], [2]]);
  t.deepEqual(
    answers.map((answer) => answer.status === 'rejected' && String(answer.reason)),
    Array.from({ length: 4 }, () => 'Error: away'),
  );
});

test('a group whose error is over when its first member runs alone loses no answer', async (t) => {
  let failures = 1;
  const ask = groupCommit(
    async (group: ReadonlyArray<number>) => {
      await turn();
      if (group.length > 1 && failures > 0) {
        failures -= 1;
        throw new Error('away');
      }
      return group;
    },
    10,
    { affectsAll: () => true },
  );

  t.deepEqual(await Promise.all([1, 2, 3, 4].map(ask)), [1, 2, 3, 4]);
});
