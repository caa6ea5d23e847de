import type { Tenant } from '../../kernel/values/tenant.js';
import type { EpochMs } from '../../kernel/values/time.js';
import { byTransactionId, type AcceptedPayout } from '../../model/payout/payout.js';
import type { AwaitingFilter, AwaitingGroup } from '../../storage/payout-store.js';
import type { Stores } from '../../storage/storage.js';
import type { Approver } from './approver.js';
import { waitingFor } from './waiting-for.js';

/** So many groups are judged. Only payouts that came one by one make as many. */
const GROUPS_MAX = 1_000;

/** What waits for a person, in groups with the payout that stands for each, the newest first. */
export interface AwaitingFor {
  readonly groups: ReadonlyArray<readonly [group: AwaitingGroup, payout: AcceptedPayout]>;
  /** False where there is more than these groups hold. */
  readonly isWhole: boolean;
  /** The zone of the bank, by which payouts expire. */
  readonly zone: string;
}

/** Reads what waits for a person's own decision among what the filter lets through. One payout of each group is judged for all of it. */
export const awaitingFor = async (
  stores: Stores,
  tenant: Tenant,
  { approver, filter }: { readonly approver: Approver; readonly filter: AwaitingFilter },
  now: EpochMs,
): Promise<AwaitingFor> => {
  const { zone, keep } = await waitingFor(stores, tenant, approver, now);
  const found = await stores.payouts.awaitingGroups(tenant, filter, GROUPS_MAX + 1);
  const groups = found.slice(0, GROUPS_MAX);
  const firsts = groups.map(({ first }) => first);
  const payouts = await stores.payouts.findMany(tenant, firsts);
  const kept = await keep(payouts.filter((payout) => payout.intake === 'accepted'));
  const theirs = byTransactionId(kept);
  return {
    groups: groups.flatMap((group) => {
      const payout = theirs.get(group.first);
      return payout === undefined ? [] : [[group, payout] as const];
    }),
    isWhole: found.length <= GROUPS_MAX,
    zone,
  };
};
