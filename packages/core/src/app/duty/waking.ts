import { E } from '../../kernel/fp.js';
import type { Pacer } from '../../ports/pacer.js';
import type { HostTransaction } from '../../storage/host-transaction.js';
import type { Storage, Stores } from '../../storage/storage.js';

/** The units of work by which something falls due. */
const due = new WeakSet<Stores>();

/** Notes that something falls due by a unit of work: work, or entries that are to be sealed. */
export const fallsDueBy = (stores: Stores): void => {
  due.add(stores);
};

/** Runs units of work likewise, and calls `onDue` after each that commits something that falls due. */
const noting =
  (units: Pick<Storage, 'atomically'>, onDue: () => void): Storage['atomically'] =>
  async (work, options) => {
    let isDue = (): boolean => false;
    const answer = await units.atomically((stores) => {
      isDue = () => due.has(stores);
      return work(stores);
    }, options);
    if (E.isRight(answer) && isDue()) onDue();
    return answer;
  };

/** Wakes the workers of this process, and tells those of other processes, where the storage reaches them. */
const wakeAll = (storage: Pick<Storage, 'tell'>, pacer: Pick<Pacer, 'wake'>): void => {
  pacer.wake();
  storage.tell?.();
};

/** The same storage, which wakes the workers once a unit has committed what falls due. */
export const waking = (storage: Storage, pacer: Pick<Pacer, 'wake'>): Storage => ({
  atomically: noting(storage, () => {
    wakeAll(storage, pacer);
  }),
  read: (work) => storage.read(work),
  ...(storage.tell && { tell: storage.tell.bind(storage) }),
  ...(storage.listen && { listen: storage.listen.bind(storage) }),
});

/** The same transaction, which wakes the workers once the host has ended it, if anything falls due by it. */
export const wakingAtEnd = (
  transaction: HostTransaction,
  storage: Pick<Storage, 'tell'>,
  pacer: Pick<Pacer, 'wake'>,
): HostTransaction => {
  let isDue = false;
  void transaction.ended.then(() => {
    if (isDue) wakeAll(storage, pacer);
  });
  return {
    atomically: noting(transaction, () => {
      isDue = true;
    }),
    read: (work) => transaction.read(work),
    ended: transaction.ended,
  };
};
