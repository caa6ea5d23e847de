import { writeCertain } from '../../writer/write-changes.js';
import { about, subjectsOfWork } from '../../duty/about.js';
import type { DutyParts } from '../../duty/duty-parts.js';
import { LEASE_MS } from '../../duty/duty.js';
import { byTenant, type Tenant } from '../../../kernel/values/tenant.js';
import type { EpochMs } from '../../../kernel/values/time.js';
import { GATHER_WITHIN } from '../../../model/settlement/order/bank-group.js';
import type { RailTraits } from '../../../ports/bank-rail.js';
import { commit } from '../../../storage/commit.js';
import type { Stores, UnitOptions } from '../../../storage/storage.js';
import type { Work } from '../../../storage/work-store.js';
import { tracesOf, type Traces } from '../../bank-answer/trace-of.js';
import type { Sending } from './form-groups.js';
import type { Grouping } from './gather-groups.js';
import type { ToScreen } from './guarding.js';
import { planSends } from './plan-sends.js';
import { readLeaving, type AtClaim, type AtHand } from './read-leaving.js';
import { signaturesOf, type ToCheck } from './send-authority.js';

export interface Intended {
  /** How many works were claimed, those that lead to no order among them. */
  readonly claimed: number;
  readonly sending: ReadonlyArray<Sending>;
  readonly traces: Traces;
  /** What has to be looked at before others that were claimed may leave: they are due again at once. */
  readonly toCheck: ReadonlyArray<ToCheck>;
  /** What the guard has to be asked about. */
  readonly toScreen: ReadonlyArray<ToScreen>;
}

export interface Intent {
  readonly now: EpochMs;
  readonly traits: RailTraits;
  /** How many orders a group holds at most, where the rail takes groups. */
  readonly groupMax: number | undefined;
  readonly limit: number;
  readonly atHand: AtHand;
  /** Takes what is claimed. */
  readonly seen: Work[];
}

/**
 * Claims up to `limit` due payouts and commits the intent to send them. A payout that the bank may have from before a
 * restore is left to `query-unknowns`, as if its call had been lost.
 */
export const intend = (
  { storage, claims }: Pick<DutyParts, 'storage' | 'claims'>,
  { now, traits, groupMax, limit, atHand, seen }: Intent,
  options: UnitOptions,
): Promise<Intended> =>
  commit(
    storage,
    async (stores) => {
      const line = mayPayTwice(traits) ? await stores.doubts.line() : undefined;
      const claim = {
        duty: 'send-to-bank',
        now,
        leaseMs: LEASE_MS,
        limit,
        lapsesTo: 'query-unknowns',
        // The bank is asked about every payout claimed now before it comes back, even if the line lies ahead of the
        // clock.
        mark: Math.max(now, line ?? now),
      } as const;
      // Two that claim at once would each get a part of a job.
      const work = await claims.claim(
        stores.work,
        groupMax === undefined ? claim : { inTurn: true, ...claim },
      );
      seen.push(...work);
      let rest = 0;
      const grouping: Grouping | undefined =
        groupMax === undefined
          ? undefined
          : {
              max: groupMax,
              isFull: () => rest >= groupMax,
              claimRest: async (tenant, ranges) => {
                const dueBy = now + GATHER_WITHIN;
                const more = { dueBy, ...claim, limit: groupMax };
                const found = await stores.work.claimOf(tenant, ranges, more);
                rest += found.length;
                seen.push(...found);
                return found;
              },
            };
      const sending: Sending[] = [];
      const toCheck: ToCheck[] = [];
      const toScreen: ToScreen[] = [];
      for (const [tenant, group] of byTenant(work)) {
        const plan = await about(subjectsOfWork(group), () =>
          planCorporate(stores, tenant, group, { moments: { now, line }, atHand, grouping }),
        );
        sending.push(...plan.sending);
        toScreen.push(...plan.unscreened);
        if (plan.toCheck !== undefined) toCheck.push(plan.toCheck);
      }
      const traces = await tracesOf(stores, sending);
      return { claimed: work.length + rest, sending, traces, toCheck, toScreen };
    },
    options,
  );

/** A bank that knows an order again may be sent it again; one that cannot be asked either, only so. */
const mayPayTwice = ({ deduplicates, canQuery }: RailTraits): boolean => canQuery || !deduplicates;

/** What a plan leads to outside the unit of work. */
interface Planned {
  readonly sending: ReadonlyArray<Sending>;
  readonly unscreened: ReadonlyArray<ToScreen>;
  readonly toCheck?: ToCheck;
}

const planCorporate = async (
  stores: Stores,
  tenant: Tenant,
  claimed: ReadonlyArray<Work>,
  at: AtClaim,
): Promise<Planned> => {
  const { leaving, unmarked } = await readLeaving(stores, tenant, claimed, at);
  const { changes, sending, unchecked, ...planned } = planSends(leaving, at.moments);
  await writeCertain(stores, changes);
  const unscreened = planned.unscreened.map(({ payout, payer }): ToScreen => {
    const isGrouped = leaving.sentIn(payout) === 'new_group';
    return { payout, payer, isGrouped };
  });
  if (unchecked.length === 0) return { sending, unscreened };
  const signatureIds = signaturesOf(unchecked.map(({ payout }) => payout));
  const toCheck = { tenant, signatureIds, ...(unmarked !== undefined && { unmarked }) };
  return { sending, unscreened, toCheck };
};
