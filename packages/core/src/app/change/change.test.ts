import test from 'ava';
import * as t from 'io-ts';
import { E } from '../../kernel/fp.js';
import { token } from '../../kernel/token.js';
import type { CallersUseCase, UseCase } from '../../kernel/use-case/use-case.js';
import { NOW, TENANT } from '../../samples.test.data.js';
import type { Storage, Stores } from '../../storage/storage.js';
import { callersChange, change, type Change } from './change.js';

interface Asked {
  readonly name: string;
}
type Refusal = 'taken' | 'unknown' | 'stale';
const Input = t.strict({ name: t.string });

const Rename = token<UseCase<Asked, Refusal, string>>('test/Rename');
const RenameOwn = token<CallersUseCase<typeof TENANT, Asked, Refusal, string>>('test/RenameOwn');

/** A storage that keeps names, and what renaming does to it. */
const keeping = (name: string | undefined, isStale = false) => {
  const written: string[] = [];
  const storage = {
    atomically: (work: (within: Stores) => Promise<unknown>) => work({} as Stores),
  } as unknown as Storage;
  const rule: Change<typeof TENANT, Asked, string, Refusal, string> = {
    read: () => Promise.resolve(name === undefined ? E.left('unknown') : E.right(name)),
    decide: (before, asked, at, { corporateTenantId }) => {
      if (asked.name === 'taken') return E.left('taken');
      if (asked.name === before) return E.right({ answer: 'the same' });
      const save = async () => {
        written.push(`${corporateTenantId}: ${asked.name} at ${String(at)}`);
      };
      return E.right({
        attempt: () => Promise.resolve(isStale ? E.left('stale') : E.right(undefined)),
        changes: { saves: [save] },
        answer: `not ${before} any more`,
      });
    },
  };
  const ports = { storage, clock: { now: () => NOW } };
  return { written, rename: change(Rename, Input, rule)(ports), rule, ports };
};

test('a change writes what its rule decides from what it read, and answers', async (t) => {
  const { written, rename } = keeping('old');
  t.deepEqual(await rename(TENANT, { name: 'new' }), E.right('not old any more'));
  t.deepEqual(written, [`${TENANT.corporateTenantId}: new at ${String(NOW)}`]);
});

test('a rule that decides to change nothing answers all the same', async (t) => {
  const { written, rename } = keeping('old');
  t.deepEqual(await rename(TENANT, { name: 'old' }), E.right('the same'));
  t.deepEqual(written, []);
});

test('nothing is written of a change that its read, its rule or a faster unit refuses', async (t) => {
  const [unknown, taken, stale] = [keeping(undefined), keeping('old'), keeping('old', true)];
  t.deepEqual(await unknown.rename(TENANT, { name: 'new' }), E.left('unknown'));
  t.deepEqual(await taken.rename(TENANT, { name: 'taken' }), E.left('taken'));
  t.deepEqual(await stale.rename(TENANT, { name: 'new' }), E.left('stale'));
  t.deepEqual([...unknown.written, ...taken.written, ...stale.written], []);
});

test('a change for an authenticated caller gets them as they are', async (t) => {
  const { rule, ports } = keeping('old');
  const rename = callersChange(RenameOwn, Input, rule)(ports);
  t.deepEqual(await rename(TENANT, { name: 'new' }), E.right('not old any more'));
});
