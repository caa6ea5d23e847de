import test from 'ava';
import { E } from '../../kernel/fp.js';
import type { Stores } from '../../storage/storage.js';
import type { Storage, Stores as WholeStores } from '../../storage/whole-storage.js';
import { fallsDueBy, inLane, waking, wakingAtEnd } from './waking.js';

/** A storage whose units have stores of their own, with workers of this process and of others that count their calls. */
const aStorage = () => {
  const woken = { here: 0, elsewhere: 0 };
  const storage: Storage = {
    atomically: (work) => work({} as WholeStores),
    read: (work) => work({} as WholeStores),
    tell: () => {
      woken.elsewhere += 1;
    },
  };
  const pacer = {
    wake: () => {
      woken.here += 1;
    },
  };
  return { storage, pacer, woken };
};

const due = (stores: Stores) => {
  fallsDueBy(stores);
  return Promise.resolve(E.right('done'));
};

test('a unit by which something falls due wakes the workers of every process, once it is committed', async (t) => {
  const { storage, pacer, woken } = aStorage();
  const before = { ...woken };
  const answer = await waking(storage, pacer).atomically((stores) => {
    const answered = due(stores);
    t.deepEqual(woken, before);
    return answered;
  });

  t.deepEqual(answer, E.right('done'));
  t.deepEqual(woken, { here: 1, elsewhere: 1 });
});

test('a unit of a lane wakes no worker of its own process, where the end of the lane calls for a look', async (t) => {
  const { storage, pacer, woken } = aStorage();
  await inLane(waking(storage, pacer)).atomically(due);

  t.deepEqual(woken, { here: 0, elsewhere: 1 });
});

test('a unit wakes nobody that refuses or fails, or by which nothing falls due', async (t) => {
  const { storage, pacer, woken } = aStorage();
  const { atomically } = waking(storage, pacer);
  await atomically((stores) => {
    fallsDueBy(stores);
    return Promise.resolve(E.left('refused'));
  });
  await t.throwsAsync(
    atomically((stores) => {
      fallsDueBy(stores);
      return Promise.reject(new Error('failed'));
    }),
  );
  await atomically(() => Promise.resolve(E.right('nothing is due')));

  t.deepEqual(woken, { here: 0, elsewhere: 0 });
});

test('a unit that lost a race, and by which nothing falls due when it runs again, wakes nobody', async (t) => {
  const { storage, pacer, woken } = aStorage();
  let runs = 0;
  await waking(
    {
      ...storage,
      atomically: async (work) => {
        await work({} as WholeStores);
        return work({} as WholeStores);
      },
    },
    pacer,
  ).atomically((stores) => {
    runs += 1;
    return runs === 1 ? due(stores) : Promise.resolve(E.right('nothing'));
  });

  t.is(runs, 2);
  t.deepEqual(woken, { here: 0, elsewhere: 0 });
});

test("a unit in a host's transaction wakes the workers when the transaction has ended, and not before", async (t) => {
  const { storage, pacer, woken } = aStorage();
  let end = (): void => undefined;
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  const { atomically, read } = storage;
  const within = wakingAtEnd({ atomically, read, ended }, storage, pacer);
  await within.atomically(due);
  await within.atomically(due);
  t.deepEqual(woken, { here: 0, elsewhere: 0 });

  end();
  await within.ended;
  t.deepEqual(woken, { here: 1, elsewhere: 1 });
});
