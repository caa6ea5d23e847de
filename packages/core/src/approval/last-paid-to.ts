import type { Tenant } from '../kernel/values/tenant.js';
import type { AcceptedPayout } from '../payout/payout.js';
import type { PaidToPayee } from '../storage/payout-store.js';
import type { Stores } from '../storage/storage.js';
import { USUAL_OF_LAST } from './unusual.js';

/** The last payouts that the payees of these payouts were paid: what says which of them stand out. */
export const lastPaidTo = (
  { payouts: store }: Pick<Stores, 'payouts'>,
  tenant: Tenant,
  payouts: ReadonlyArray<AcceptedPayout>,
): Promise<ReadonlyArray<PaidToPayee>> =>
  store.lastPaid(
    tenant,
    [...new Set(payouts.map(({ order }) => order.beneficiaryId))],
    USUAL_OF_LAST,
  );
