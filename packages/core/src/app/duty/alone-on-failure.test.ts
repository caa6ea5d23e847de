import test from 'ava';
import { aloneOnFailure } from './alone-on-failure.js';

/** Runs a group in which these members are bad; returns what was run well, and what was put off for which reason. */
const tried = async (group: ReadonlyArray<string>, bad: ReadonlyArray<string>) => {
  const done: string[] = [];
  const off: string[] = [];
  const reported: string[] = [];
  await aloneOnFailure(
    group,
    async (members) => {
      const culprit = members.find((member) => bad.includes(member));
      if (culprit !== undefined) throw new Error(`${culprit} is bad`);
      done.push(...members);
    },
    async (one, error) => {
      off.push(`${one}: ${(error as Error).message}`);
    },
    (members, error) => {
      reported.push(`${members.join()}: ${(error as Error).message}`);
    },
  );
  return { done, off, reported };
};

test('a group that runs well is run once', async (t) => {
  t.deepEqual(await tried(['a', 'b'], []), { done: ['a', 'b'], off: [], reported: [] });
  t.deepEqual(await tried([], []), { done: [], off: [], reported: [] });
});

test('a bad member is deferred with its own reason, and affects no other', async (t) => {
  t.deepEqual(await tried(['a', 'b', 'c'], ['b']), {
    done: ['a', 'c'],
    off: ['b: b is bad'],
    reported: ['a,b,c: b is bad'],
  });
  t.deepEqual(await tried(['a'], ['a']), { done: [], off: ['a: a is bad'], reported: [] });
});
