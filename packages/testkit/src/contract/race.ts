import { E } from '@hundi/core';
import type { Storage, Stores } from '@hundi/core/storage';

/** The units of work that run at once. */
export const RIVALS: ReadonlyArray<number> = [0, 1, 2, 3];

/** Runs one unit for each rival, all at once, and says who got a right. */
export const race = async (
  storage: Storage,
  run: (stores: Stores, rival: number) => Promise<boolean>,
): Promise<ReadonlyArray<number>> => {
  const results = await Promise.all(
    RIVALS.map((rival) =>
      storage.atomically<'lost', number>(async (stores) =>
        (await run(stores, rival)) ? E.right(rival) : E.left('lost'),
      ),
    ),
  );
  return results.flatMap((result) => (E.isRight(result) ? [result.right] : []));
};
