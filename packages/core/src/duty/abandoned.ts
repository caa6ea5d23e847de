import type { Clock } from '../ports/clock.js';
import { commit } from '../storage/commit.js';
import type { Storage } from '../storage/storage.js';
import { isStorageAway } from '../storage/storage-away.js';
import type { DeferredWork, DutyName, HeldWork } from '../storage/work-store.js';

type Claims = ReadonlyArray<Omit<DeferredWork, 'runAt'>>;

// Beside the errors and not around them, as their subjects are.
const noted = new WeakMap<object, Claims>();

/**
 * Runs something under claims. If it fails because the storage is away, a worker lets the claims lapse once the storage
 * is back, to the duty that they lapse to. When it has failed, nothing of it may still be under way.
 */
export const underClaims = async <A>(
  work: ReadonlyArray<HeldWork>,
  lapsesTo: DutyName,
  run: () => Promise<A>,
): Promise<A> => {
  try {
    return await run();
  } catch (error) {
    if (isStorageAway(error) && !noted.has(error as object))
      noted.set(
        error as object,
        work.map(({ tenant, subject, token }) => ({ tenant, subject, token, duty: lapsesTo })),
      );
    throw error;
  }
};

/** Claims whose holder failed because the storage was away. */
export interface Abandoned {
  /** Notes the claims that a failed run has left. */
  readonly note: (error: unknown) => void;
  /** Lets them lapse now, and not when their leases end. Those that were taken or finished meanwhile stay as they are. */
  readonly letLapse: () => Promise<void>;
}

/** The claims that the runs of one worker abandon. */
export const newAbandoned = (storage: Storage, clock: Clock): Abandoned => {
  let claims: Claims = [];
  return {
    note: (error) => {
      if (error instanceof Object) claims = [...claims, ...(noted.get(error) ?? [])];
    },
    letLapse: async () => {
      const lapsing = claims;
      if (lapsing.length === 0) return;
      const runAt = clock.now();
      await commit(storage, ({ work }) =>
        work.defer(lapsing.map((claim) => ({ ...claim, runAt }))),
      );
      claims = claims.filter((claim) => !lapsing.includes(claim));
    },
  };
};
