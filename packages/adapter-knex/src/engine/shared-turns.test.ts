import test from 'ava';
import type { Connection } from './connections.js';
import { sharedTurns } from './shared-turns.js';

/** Turns of a writer that is free once `open` was called; works are the words that they answer. */
const aWriter = (mayRunAgain = true) => {
  let open: () => void = () => undefined;
  const free = new Promise<void>((resolve) => {
    open = resolve;
  });
  const groups: ReadonlyArray<string>[] = [];
  const alone: string[] = [];
  const answer = (work: string): string => {
    if (work.startsWith('bad')) throw new Error(work);
    return work.toUpperCase();
  };
  const connection: Connection = {};
  const run = sharedTurns<string, string>({
    connections: {
      acquire: async () => {
        await free;
        return connection;
      },
      release: async () => undefined,
    },
    together: async (_, works) => {
      groups.push(works);
      await Promise.resolve();
      return works.map(answer);
    },
    alone: async (work) => {
      alone.push(work);
      return answer(work);
    },
    mayRunAgain: () => mayRunAgain,
  });
  return { run, open, groups, alone };
};

const settledOf = async (all: ReadonlyArray<Promise<string>>): Promise<ReadonlyArray<string>> =>
  (await Promise.allSettled(all)).map((one) =>
    one.status === 'fulfilled' ? one.value : String(one.reason),
  );

test('units that wait for the writer share its next turn, and get their own answers', async (t) => {
  const { run, open, groups } = aWriter();
  const waiting = ['a', 'b', 'c'].map(run);
  open();

  t.deepEqual(await Promise.all(waiting), ['A', 'B', 'C']);
  t.deepEqual(groups, [['a', 'b', 'c']]);
});

test('a unit that comes while a turn is taken gets the next one', async (t) => {
  const { run, open, groups } = aWriter();
  open();
  const first = run('a');
  await new Promise(setImmediate);
  const second = run('b');

  t.deepEqual([await first, await second], ['A', 'B']);
  t.deepEqual(groups, [['a'], ['b']]);
});

test('no more than sixteen units share a turn', async (t) => {
  const { run, open, groups } = aWriter();
  const waiting = Array.from({ length: 20 }, (_, n) => run(`w${String(n)}`));
  open();
  await Promise.all(waiting);

  t.deepEqual(
    groups.map((group) => group.length),
    [16, 4],
  );
});

test('where a shared turn fails, each unit runs by itself, and only the bad one fails', async (t) => {
  const { run, open, alone } = aWriter();
  const waiting = ['a', 'bad', 'c'].map(run);
  open();

  t.deepEqual(await settledOf(waiting), ['A', 'Error: bad', 'C']);
  t.deepEqual(alone, ['a', 'bad', 'c']);
});

test('where a shared turn may have been committed, no unit runs again', async (t) => {
  const { run, open, alone } = aWriter(false);
  const waiting = ['a', 'bad'].map(run);
  open();

  t.deepEqual(await settledOf(waiting), ['Error: bad', 'Error: bad']);
  t.deepEqual(alone, []);
});

test('without a connection the units that wait for it fail, and later ones wait for the next', async (t) => {
  let tries = 0;
  const run = sharedTurns<string, string>({
    connections: {
      acquire: async () => {
        tries += 1;
        if (tries === 1) throw new Error('away');
        return {};
      },
      release: async () => undefined,
    },
    together: async (_, works) => works,
    alone: async (work) => work,
    mayRunAgain: () => true,
  });

  t.deepEqual(await settledOf([run('a'), run('b')]), ['Error: away', 'Error: away']);
  t.is(await run('c'), 'c');
});

test('units are answered though their connection cannot be given back', async (t) => {
  const run = sharedTurns<string, string>({
    connections: {
      acquire: async () => ({}),
      release: () => Promise.reject(new Error('broken')),
    },
    together: async (_, works) => works,
    alone: async (work) => work,
    mayRunAgain: () => true,
  });

  t.deepEqual(await Promise.all([run('a'), run('b')]), ['a', 'b']);
});
