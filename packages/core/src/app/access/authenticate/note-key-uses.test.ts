import test from 'ava';
import { makeCauses } from '../../duty/causes.js';
import { E } from '../../../kernel/fp.js';
import type { Storage, Stores } from '../../../storage/storage.js';
import type { KeyUse } from '../../../model/access/key/api-key.js';
import { noteKeyUses } from './note-key-uses.js';

/** Lets everything that is already settled go on. */
const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** A storage whose units end on request, and what each wrote. */
const held = () => {
  const written: (readonly KeyUse[])[] = [];
  const ends: (() => void)[] = [];
  let broken = false;
  const failures: unknown[][] = [];
  const causes = makeCauses({ clock: { now: () => 0 } });
  causes.listen((activity, error, { subjects }) =>
    failures.push([activity, String(error), subjects]),
  );
  const access: Pick<Stores['access'], 'noteUses'> = {
    noteUses: async (uses) => {
      written.push([...uses]);
      await new Promise<void>((resolve) => ends.push(resolve));
      if (broken) throw new Error('the disk is full');
    },
  };
  const storage: Storage = {
    atomically: (work) => work({ access } as unknown as Stores),
    read: () => Promise.reject(new Error('nothing is read')),
  };
  return {
    written,
    failures,
    note: noteKeyUses(storage, causes),
    breakDown: () => {
      broken = true;
    },
    end: async () => {
      while (ends.length > 0) {
        ends.shift()?.();
        await turn();
      }
    },
  };
};

const use = (keyId: string, usedAt: number): KeyUse => ({ keyId, usedAt });

test('a key that is used all the time is written once a minute', async (t) => {
  const { note, written, end } = held();
  for (let at = 0; at < 180_000; at += 1_000) {
    note(use('a', at));
    await end();
  }

  t.deepEqual(written, [[use('a', 0)], [use('a', 60_000)], [use('a', 120_000)]]);
});

test('keys that are used while a write runs are written together', async (t) => {
  const { note, written, end } = held();
  for (const keyId of ['a', 'b', 'c', 'b', 'a']) note(use(keyId, 5));
  await end();

  t.deepEqual(written, [[use('a', 5)], [use('b', 5), use('c', 5)]]);
});

test('a clock that goes backwards takes no use back', async (t) => {
  const { note, written, end } = held();
  note(use('a', 100_000));
  await end();
  note(use('a', 1));
  await end();

  t.deepEqual(written, [[use('a', 100_000)]]);
});

test('a write that fails is reported and disturbs no caller, and the next minute writes again', async (t) => {
  const { note, written, end, breakDown, failures } = held();
  breakDown();
  note(use('a', 0));
  await end();
  note(use('a', 1_000));
  note(use('a', 60_000));
  await end();

  t.deepEqual(written.at(-1), [use('a', 60_000)]);
  t.deepEqual(failures, [
    ['note-key-use', 'Error: the disk is full', [{ subjectId: 'a' }]],
    ['note-key-use', 'Error: the disk is full', [{ subjectId: 'a' }]],
  ]);
  t.is(written.filter((uses) => uses.some(({ usedAt }) => usedAt === 1_000)).length, 0);
});

test('a use of a key is written in a unit of work that commits', async (t) => {
  const results: E.Either<unknown, unknown>[] = [];
  const access = { noteUses: () => Promise.resolve() };
  const storage: Storage = {
    read: () => Promise.reject(new Error('nothing is read')),
    atomically: async (work) => {
      const result = await work({ access } as unknown as Stores);
      results.push(result);
      return result;
    },
  };
  noteKeyUses(storage, makeCauses({ clock: { now: () => 0 } }))(use('a', 1));
  await turn();

  t.is(results.filter(E.isRight).length, 1);
});
