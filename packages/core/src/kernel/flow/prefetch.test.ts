import test from 'ava';
import { prefetch } from './prefetch.js';

const taken = async <B>(results: AsyncIterable<B>, log: string[]): Promise<B[]> => {
  const all: B[] = [];
  for await (const result of results) {
    log.push(`got ${String(result)}`);
    all.push(result);
  }
  return all;
};

test('results keep their order, and the next is fetched while one is awaited', async (t) => {
  const log: string[] = [];
  const fetch = async (n: number): Promise<number> => {
    log.push(`fetch ${String(n)}`);
    return n * 10;
  };

  t.deepEqual(await taken(prefetch([1, 2, 3], fetch), log), [10, 20, 30]);
  t.deepEqual(log, ['fetch 1', 'fetch 2', 'got 10', 'fetch 3', 'got 20', 'got 30']);
});

test('nothing is fetched for no items', async (t) => {
  t.deepEqual(
    await taken(
      prefetch([], () => Promise.reject(new Error('asked'))),
      [],
    ),
    [],
  );
});

test('no more than two are fetched at once', async (t) => {
  let [fetching, most] = [0, 0];
  const fetch = async (): Promise<void> => {
    fetching += 1;
    most = Math.max(most, fetching);
    await Promise.resolve();
    fetching -= 1;
  };
  await taken(prefetch([1, 2, 3, 4, 5], fetch), []);

  t.is(most, 2);
});

test('a failure comes in its turn, after the results before it', async (t) => {
  const log: string[] = [];
  const results = prefetch([1, 2], async (n) => {
    if (n === 2) throw new Error('the second');
    return n;
  });

  await t.throwsAsync(taken(results, log), { message: 'the second' });
  t.deepEqual(log, ['got 1']);
});
