import { E, type Storage } from '@hundi/core';
import type { IdempotencyStore } from '@hundi/core/storage';
import { instead } from '../engine/instead.js';
import type { Mutant, Planting } from './mutant.js';
import { withStores } from './plant.js';

const keys =
  (change: (store: IdempotencyStore) => Partial<IdempotencyStore>): Planting =>
  () =>
    withStores(({ idempotency: store }) => ({ idempotency: instead(store, change(store)) }));

/** A storage whose refused and failed units stay. */
const withoutUndo = (storage: Storage): Storage => ({
  read: storage.read,
  atomically: async (work) => {
    let failure: { readonly error: unknown } | undefined;
    const done = await storage.atomically<never, Awaited<ReturnType<typeof work>> | undefined>(
      async (stores) => {
        failure = undefined;
        try {
          return E.right(await work(stores));
        } catch (error) {
          failure = { error };
          return E.right(undefined);
        }
      },
    );
    if (E.isLeft(done) || done.right === undefined)
      throw new Error('undone', { cause: failure?.error });
    return done.right;
  },
});

/** A storage that now and then answers before it has committed, and then does not. */
const forgetful = (storage: Storage): Storage => {
  let units = 0;
  return {
    read: storage.read,
    atomically: async (work) => {
      units += 1;
      if (units % 40 !== 0) return storage.atomically(work);
      let answer: Awaited<ReturnType<typeof work>> | undefined;
      await storage.atomically<'undone', never>(async (stores) => {
        answer = await work(stores);
        return E.left('undone');
      });
      if (answer === undefined) throw new Error('nothing was answered');
      return answer;
    },
  };
};

export const storageMutants: ReadonlyArray<Mutant> = [
  { name: 'no-undo', bug: 'a unit of work that fails leaves what it wrote', storage: withoutUndo },
  {
    name: 'answer-before-commit',
    bug: 'an answer is given before the commit, which then fails',
    storage: forgetful,
  },
  {
    name: 'key-always-free',
    bug: 'the same key makes a batch every time',
    ports: keys((store) => ({
      find: async () => [],
      add: async (answers) => {
        await store.add(answers);
        return answers;
      },
    })),
  },
  {
    name: 'fingerprint-ignored',
    bug: 'another body under a known key gets the old answer',
    ports: keys((store) => ({
      add: (answers) => store.add(answers.map((one) => ({ ...one, fingerprint: 'same' }))),
      find: async (asked) =>
        (await store.find(asked)).map((one, i) => ({
          ...one,
          fingerprint: (asked[i] as { readonly fingerprint?: string }).fingerprint ?? 'same',
        })),
    })),
  },
  {
    name: 'answer-made-anew',
    bug: 'a repeated request gets a newly written answer',
    ports: keys((store) => ({
      find: async (asked) =>
        (await store.find(asked)).map((one) => ({
          ...one,
          body: one.body.replace('"status":"queued"', '"status":"processing"'),
        })),
    })),
  },
];
