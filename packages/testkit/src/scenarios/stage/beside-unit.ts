import type { Storage } from '@hundi/core';
import type { Stores } from '@hundi/core/storage';

/** Of how many reads the unit makes something of while another call is on its way beside it. */
const READS = 2_000;

type Method = (...args: ReadonlyArray<unknown>) => Promise<unknown>;

/** Where a unit of work is met: at a call of a store. */
export type Meeting = {
  readonly [S in keyof Stores]: {
    readonly store: S;
    readonly method: keyof Stores[S] & string;
    readonly when: 'before' | 'after';
  };
}[keyof Stores];

/**
 * A storage whose first unit that makes this call starts `beside` there. Where units run side by side, that gets as far as
 * it may before the unit goes on; where they do not, it follows.
 */
export const besideUnit = (
  storage: Storage,
  { store, method, when }: Meeting,
  beside: () => Promise<unknown>,
) => {
  const begun: Promise<unknown>[] = [];
  let over = false;
  const begin = async () => {
    await beside();
    over = true;
  };
  const meet = async ({ access }: Pick<Stores, 'access'>) => {
    if (begun.length === 0) begun.push(begin());
    for (let n = 0; n < READS && !over; n += 1) await access.canaries();
  };
  const slow: Storage = {
    ...storage,
    atomically: (work, ...options) =>
      storage.atomically(
        (stores) => {
          const methods = stores[store] as unknown as Readonly<Record<string, Method>>;
          const met: Method = async (...args) => {
            if (when === 'before') await meet(stores);
            const answer = await methods[method]?.(...args);
            if (when === 'after') await meet(stores);
            return answer;
          };
          return work({ ...stores, [store]: { ...methods, [method]: met } });
        },
        ...options,
      ),
  };
  return { slow, ended: () => Promise.all(begun) };
};
