import { isStorageAway } from '../../storage/storage-away.js';
import { commit } from '../../storage/commit.js';
import type { DutyName, Work } from '../../storage/work-store.js';
import { subjectsOfWork } from './about.js';
import { detailOf } from './causes.js';
import type { DutyParts } from './duty-parts.js';
import { LEASE_MS } from './duty.js';

/** How a duty claims, in one unit of work, and what becomes of work with which that fails. */
export interface ClaimNarrowing<A> {
  readonly duty: DutyName;
  /** The duty that work falls to that is put off, if its holder dies. */
  readonly lapsesTo?: DutyName;
  /** How much is claimed at most. */
  readonly limit: number;
  /**
   * Claims so much of what is due, and does in the same unit what belongs to the claim.
   *
   * @param claimed takes what was claimed.
   */
  readonly claim: (limit: number, claimed: Work[]) => Promise<A>;
  /** Defers work that cannot be claimed; an incident of it has `detail`. */
  readonly putOff: (work: ReadonlyArray<Work>, detail: string) => Promise<void>;
}

/**
 * Claims. If the unit fails, it claims half as much, and half of that: what cannot be read keeps nothing that is due before
 * it, and is soon the first itself. Then it is put off, with what was claimed because of it, and keeps nothing behind it.
 *
 * @throws what the unit failed with, once the work is put off: a duty that fails with everything rests between failures.
 */
export const claimNarrowing = async <A>(
  parts: Pick<DutyParts, 'storage' | 'clock' | 'claims' | 'causes'>,
  claiming: ClaimNarrowing<A>,
): Promise<A> => {
  const { duty, limit, claim, putOff } = claiming;
  const claimed: Work[] = [];
  try {
    return await claim(limit, claimed);
  } catch (error) {
    if (isStorageAway(error) || claimed.length === 0) throw error;
    const incidentId = parts.causes.report(duty, error, subjectsOfWork(claimed));
    if (limit > 1) {
      const half = Math.max(1, Math.min(limit, claimed.length) >> 1);
      return claimNarrowing(parts, { ...claiming, limit: half });
    }
    const work = await claimAgain(parts, claiming, claimed);
    if (work.length > 0) await putOff(work, detailOf(error, incidentId));
    throw error;
  }
};

/** What was claimed in a unit that was undone, where it is still the first. It gets no mark: it has not been acted on. */
const claimAgain = (
  { storage, clock, claims }: Pick<DutyParts, 'storage' | 'clock' | 'claims'>,
  { duty, lapsesTo = duty }: Pick<ClaimNarrowing<unknown>, 'duty' | 'lapsesTo'>,
  undone: ReadonlyArray<Work>,
): Promise<ReadonlyArray<Work>> =>
  commit(storage, async (stores) => {
    const now = clock.now();
    const how = { duty, now, leaseMs: LEASE_MS, lapsesTo };
    const [head] = await claims.claim(stores.work, { ...how, limit: 1 });
    if (head === undefined) return [];
    const subjects = undone.map(({ subject }) => subject).sort();
    const [first, last] = [subjects[0], subjects.at(-1)];
    if (first === undefined || last === undefined || first === last) return [head];
    // It may have been claimed before its moment.
    const rest = { ...how, dueBy: now + LEASE_MS, limit: undone.length };
    return [head, ...(await stores.work.claimOf(head.tenant, [{ first, last }], rest))];
  });
