import { cameByKeys } from '../rights/key-makers.js';
import type { Tenant } from '../../kernel/values/tenant.js';
import type { EpochMs } from '../../kernel/values/time.js';
import type { AcceptedPayout } from '../../model/payout/payout.js';
import type { Stores } from '../../storage/storage.js';
import type { Approver, CameByKeyOf } from './approver.js';
import { decidableBy } from './decider.js';

interface WaitingFor {
  /** The zone of the bank, by which payouts expire. */
  readonly zone: string;
  /** Keeps, of payouts that await approval, those that wait for this person's own decision. */
  readonly keep: (payouts: ReadonlyArray<AcceptedPayout>) => Promise<ReadonlyArray<AcceptedPayout>>;
}

/**
 * Reads the zone of the bank, and gives the filter that keeps what waits for this person.
 *
 * @throws for a corporate of no bank.
 */
export const waitingFor = async (
  stores: Stores,
  tenant: Tenant,
  approver: Approver,
  now: EpochMs,
): Promise<WaitingFor> => {
  const bank = await stores.tenancy.bank(tenant);
  if (bank === undefined) throw new Error('a payout of no bank');
  const zone = bank.timeZone;
  const isFor = (cameByKeyOf: CameByKeyOf) => decidableBy(approver, zone, now, cameByKeyOf);
  return {
    zone,
    keep: async (payouts) => {
      const theirs = payouts.filter(isFor(() => new Map()));
      const orders = theirs.map(({ order }) => order);
      return theirs.filter(isFor(await cameByKeys(stores, tenant, orders)));
    },
  };
};
