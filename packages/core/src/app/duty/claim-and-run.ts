import { commit } from '../../storage/commit.js';
import { isBrief, type Stores } from '../../storage/storage.js';
import type { Claim, Work } from '../../storage/work-store.js';
import { about, subjectsOfWork } from './about.js';
import { aloneOnFailure } from './alone-on-failure.js';
import { detailOf } from './causes.js';
import { claimNarrowing } from './claim-narrowing.js';
import type { DutyParts } from './duty-parts.js';
import { LEASE_MS, type Duty } from './duty.js';

/** How a duty goes through its work. `C` is work with what acting on it needs. */
export interface ClaimAndRun<C extends Work> extends Pick<Duty, 'name' | 'chunk'> {
  /** The duty that work falls to whose holder dies; this one, unless another is named. */
  readonly lapsesTo?: Claim['lapsesTo'];
  /** Reads, in the commit of the claim, what acting needs. Work that it leaves out is not acted on. */
  readonly prepare: (
    stores: Stores,
    claimed: ReadonlyArray<Work>,
    now: Claim['now'],
  ) => Promise<ReadonlyArray<C>>;
  /** The members that one call acts on together. */
  readonly groups: (prepared: ReadonlyArray<C>) => ReadonlyArray<ReadonlyArray<C>>;
  /** Acts on a group and records that, where the claim still holds. If it rejects, each member is tried alone. */
  readonly act: (group: ReadonlyArray<C>) => Promise<void>;
  /** Defers work that failed alone. An incident of it has `detail`. */
  readonly retry: (work: Work, detail: string) => Promise<void>;
}

/** A duty in one lane: claims a chunk, acts on it group by group and records; reports and retries what fails. */
export const claimAndRun = <C extends Work>(
  parts: DutyParts,
  { name, chunk, lapsesTo = name, prepare, groups, act, retry }: ClaimAndRun<C>,
): Duty => {
  const { storage, clock, claims, causes } = parts;
  const report = (group: ReadonlyArray<C>, error: unknown): string =>
    causes.report(name, error, subjectsOfWork(group));

  const claim = (limit: number, claimed: Work[]) => {
    const now = clock.now();
    const how = { duty: name, now, leaseMs: LEASE_MS, limit, lapsesTo };
    return commit(
      storage,
      async (stores) => {
        const work = await claims.claim(stores.work, how);
        claimed.push(...work);
        const prepared = await about(subjectsOfWork(work), () => prepare(stores, work, now));
        return { count: work.length, prepared };
      },
      { brief: isBrief(chunk) },
    );
  };
  const putOff = async (work: ReadonlyArray<Work>, detail: string): Promise<void> => {
    for (const one of work) await retry(one, detail);
  };
  const narrowing = { duty: name, lapsesTo, limit: chunk, claim, putOff };

  return {
    name,
    lanes: 1,
    chunk,
    run: async () => {
      const { count, prepared } = await claimNarrowing(parts, narrowing);
      await claims.under(prepared, lapsesTo, async () => {
        for (const group of groups(prepared)) {
          await aloneOnFailure(
            group,
            act,
            (work, error) => retry(work, detailOf(error, report([work], error))),
            report,
          );
        }
      });
      return count;
    },
  };
};

/** For work that says all by itself. */
export const asClaimed = async (
  _: Stores,
  claimed: ReadonlyArray<Work>,
): Promise<ReadonlyArray<Work>> => claimed;

export const together = <C>(prepared: ReadonlyArray<C>): ReadonlyArray<ReadonlyArray<C>> =>
  prepared.length === 0 ? [] : [prepared];

export const oneByOne = <C>(prepared: ReadonlyArray<C>): ReadonlyArray<ReadonlyArray<C>> =>
  prepared.map((one) => [one]);
