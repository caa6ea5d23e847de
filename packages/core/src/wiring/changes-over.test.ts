import test from 'ava';
import { E } from '../kernel/fp.js';
import { TENANT } from '../samples.test.data.js';
import type { Storage } from '../storage/storage.js';
import { makeChangesOver } from './changes-over.js';
import { madeOf } from './every-feature.test.data.js';
import { CHANGES } from './use-cases.js';

/** A storage that answers each unit of work with its name, without doing it. */
const answering = (name: string) =>
  ({ atomically: () => Promise.resolve(E.left(name)) }) as unknown as Storage;

/** The changes, with `own` as the engine's own storage, every feature on, and nothing behind the other ports. */
const own = answering('own');
const over = madeOf(makeChangesOver, own);

test('the changes over a storage are the changes of the table', (t) => {
  t.deepEqual(Object.keys(over(answering('other'))), Object.keys(CHANGES));
});

test("a change writes to the storage that it is made over, and not to the engine's", async (t) => {
  for (const name of ['first', 'second']) {
    const { endSessions } = over(answering(name));

    const people = { actorUserId: 'u-admin', userId: 'u-maker' };
    const answer: unknown = await endSessions(TENANT, people);
    t.deepEqual(answer, E.left(name));
  }
});
