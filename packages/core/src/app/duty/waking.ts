import { E } from '../../kernel/fp.js';
import type { Pacer } from '../../ports/whole-pacer.js';
import type { HostTransaction } from '../../storage/host-transaction.js';
import type { Storage, Stores } from '../../storage/storage.js';
import type { Storage as WholeStorage } from '../../storage/whole-storage.js';

/** The units of work by which something falls due. */
const due = new WeakSet<Stores>();

/** Notes that something falls due by a unit of work: work, or entries that are to be sealed. */
export const fallsDueBy = (stores: Stores): void => {
  due.add(stores);
};

/** The units of work of lanes: where a lane ends, its worker looks again by itself. */
const ofLanes = new WeakSet<Stores>();

/** Runs units of work likewise, and calls `onDue` with the stores of each that commits something that falls due. */
const noting =
  (
    units: Pick<WholeStorage, 'atomically'>,
    onDue: (stores: Stores) => void,
  ): WholeStorage['atomically'] =>
  async (work, options) => {
    let last: Stores | undefined;
    const answer = await units.atomically((stores) => {
      last = stores;
      return work(stores);
    }, options);
    if (E.isRight(answer) && last !== undefined && due.has(last)) onDue(last);
    return answer;
  };

/**
 * The same storage. After each commit by which something falls due it wakes the workers of this process, and tells other
 * processes, where the storage reaches them.
 */
export const waking = (storage: WholeStorage, pacer: Pick<Pacer, 'wake'>): WholeStorage => ({
  atomically: noting(storage, (stores) => {
    if (!ofLanes.has(stores)) pacer.wake();
    storage.tell?.();
  }),
  read: (work) => storage.read(work),
  ...(storage.tell && { tell: storage.tell.bind(storage) }),
  ...(storage.listen && { listen: storage.listen.bind(storage) }),
});

/**
 * The same storage for the lanes of duties, which wakes nobody in this process: a worker that looked after each step of
 * a payment would claim nothing, and seal the payment in pieces.
 */
export const inLane = (storage: Storage): Storage => ({
  ...storage,
  atomically: (work, options) =>
    storage.atomically((stores) => {
      ofLanes.add(stores);
      return work(stores);
    }, options),
});

/** The same transaction, which wakes the workers once the host has ended it, if anything falls due by it. */
export const wakingAtEnd = (
  transaction: HostTransaction,
  storage: Pick<Storage, 'tell'>,
  pacer: Pick<Pacer, 'wake'>,
): HostTransaction => {
  let isDue = false;
  void transaction.ended.then(() => {
    if (!isDue) return;
    pacer.wake();
    storage.tell?.();
  });
  return {
    atomically: noting(transaction, () => {
      isDue = true;
    }),
    read: (work) => transaction.read(work),
    ended: transaction.ended,
  };
};
