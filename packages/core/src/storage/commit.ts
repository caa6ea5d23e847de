import { E } from '../kernel/fp.js';
import type { Storage, Stores, UnitOptions } from './storage.js';

/** Runs a unit of work that has nothing to refuse, and answers what it answered once that is committed. */
export const commit = async <A>(
  storage: Storage,
  work: (stores: Stores) => Promise<A>,
  options?: UnitOptions,
): Promise<A> => {
  const committed = await storage.atomically<never, A>(
    async (stores) => E.right(await work(stores)),
    options,
  );
  if (E.isLeft(committed)) throw new Error('a unit of work without refusals refused');
  return committed.right;
};
