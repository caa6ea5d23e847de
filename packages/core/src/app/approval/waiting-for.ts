import { cameByKeys } from '../access/rights/key-makers.js';
import type { Tenant } from '../../kernel/values/tenant.js';
import type { EpochMs } from '../../kernel/values/time.js';
import type { AcceptedPayout } from '../../model/payout/payout.js';
import type { Stores } from '../../storage/storage.js';
import type { Approver, CameByKeyOf } from './approver.js';
import { decidableBy } from './decider.js';

type Kept = (payouts: ReadonlyArray<AcceptedPayout>) => Promise<ReadonlyArray<AcceptedPayout>>;

/** What keeps, of payouts that await approval, those that wait for this person's own decision. */
export const waitingFor = async (
  stores: Stores,
  tenant: Tenant,
  approver: Approver,
  now: EpochMs,
): Promise<Kept> => {
  const bank = await stores.tenancy.bank(tenant);
  if (bank === undefined) throw new Error('a payout of no bank');
  const isFor = (cameByKeyOf: CameByKeyOf) =>
    decidableBy(approver, bank.timeZone, now, cameByKeyOf);
  return async (payouts) => {
    const theirs = payouts.filter(isFor(() => new Map()));
    const orders = theirs.map(({ order }) => order);
    return theirs.filter(isFor(await cameByKeys(stores, tenant, orders)));
  };
};
