import { byTenant } from '../../../kernel/values/tenant.js';
import { movePayouts } from './move-payouts.js';
import type { Move, Mover } from '../../../model/payout/move.js';
import type { Stores } from '../../../storage/whole-storage.js';

/** Moves payouts to an end before they are sent, and drops their work: they are never sent. */
export const endPayouts = async (
  stores: Stores,
  ends: ReadonlyArray<Move>,
  by: Mover,
): Promise<void> => {
  // First, because a worker holds the work before it moves the payout: so neither waits for the other in a ring.
  for (const [tenant, orders] of byTenant(ends.map(({ payout }) => payout.order)))
    await stores.work.drop(
      tenant,
      orders.map(({ transactionId }) => transactionId),
    );
  await movePayouts(stores, ends, by);
};
