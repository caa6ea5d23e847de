import { E, type Storage, type Stores } from '@hundi/core';

/** Runs `work` as a unit that commits. */
export const commit = async <A>(
  storage: Storage,
  work: (stores: Stores) => Promise<A>,
): Promise<A> => {
  const result = await storage.atomically<never, A>(async (stores) => E.right(await work(stores)));
  if (E.isLeft(result)) throw new Error('a unit without a left answered one');
  return result.right;
};
