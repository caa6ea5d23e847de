import { E } from '@hundi/core';
import type { HostTransaction, Storage, Stores } from '@hundi/core/storage';
import { lazily } from './engine/lazily.js';
import type { WorkChannel } from './engine/work-channel.js';

/** The same stores, which note when something falls due by them: work, or entries that are to be sealed. */
const notingStores = (stores: Stores, note: () => void): Stores => {
  const noting =
    <A>(write: (rows: ReadonlyArray<A>) => Promise<void>) =>
    (rows: ReadonlyArray<A>): Promise<void> => {
      if (rows.length > 0) note();
      return write(rows);
    };
  const noted: Partial<Stores> = {
    get work() {
      const { work } = stores;
      return {
        ...work,
        add: noting(work.add),
        wake: noting(work.wake),
        giveBack: noting(work.giveBack),
      };
    },
    get journal() {
      const { journal } = stores;
      return { ...journal, append: noting(journal.append) };
    },
  };
  // `Object.keys` would make them all.
  const names = Reflect.ownKeys(stores) as ReadonlyArray<keyof Stores>;
  return lazily<Stores>(names, (name) => noted[name] ?? stores[name]);
};

/** The same storage, which tells other processes when a unit that adds work is committed, and may hear it from them. */
export const telling = (
  { atomically, read }: Storage,
  { tell, listen }: WorkChannel,
  hears: boolean,
): Storage => ({
  atomically: async (work, options) => {
    const unit = { adds: false };
    const answer = await atomically((stores) => {
      unit.adds = false;
      return work(
        notingStores(stores, () => {
          unit.adds = true;
        }),
      );
    }, options);
    if (unit.adds && E.isRight(answer)) tell();
    return answer;
  },
  read,
  ...(hears && { listen }),
});

/** The same transaction, which tells other processes of the work that it added once it has ended. */
export const tellingAtEnd = (
  { atomically, read, ended }: HostTransaction,
  { tell }: Pick<WorkChannel, 'tell'>,
): HostTransaction => {
  let adds = false;
  const note = (): void => {
    adds = true;
  };
  return {
    atomically: (work, options) =>
      atomically((stores) => work(notingStores(stores, note)), options),
    read,
    ended: ended.then(() => {
      if (adds) tell();
    }),
  };
};
