import type { Leaves } from './approval-digest.js';

/** How many digests of payouts a process remembers for one purpose: about 10 MB. */
const LEAVES_KEPT = 100_000;

/** Remembers by id what has digests of payouts, and forgets the oldest first once there are too many. */
export const keptLeaves = <A extends { readonly leaves: Pick<Leaves, 'size'> }>() => {
  const all = new Map<string, A>();
  let count = 0;
  const forget = (id: string): void => {
    count -= all.get(id)?.leaves.size ?? 0;
    all.delete(id);
  };
  return {
    get: (id: string): A | undefined => all.get(id),
    /** @param isNeeded names others that are not forgotten now, however many there are */
    keep: (id: string, kept: A, isNeeded: (id: string) => boolean = () => false): void => {
      forget(id);
      all.set(id, kept);
      count += kept.leaves.size;
      for (const oldest of all.keys()) {
        if (count <= LEAVES_KEPT) return;
        if (oldest !== id && !isNeeded(oldest)) forget(oldest);
      }
    },
  };
};
