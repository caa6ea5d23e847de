import type { Tenant } from '../../kernel/values/tenant.js';
import { awaitsApproval, type Payout } from '../../model/payout/payout.js';
import type { Stores } from '../../storage/storage.js';

/**
 * Reads payouts for a decision. A concurrent move of one of them undoes the decision, which is
 * tried again: from then on those that await approval are held first, so that a maker who cancels one payout
 * after the other cannot keep a decision on thousands from ever taking place.
 *
 * @param tries of the unit of work, this one included
 */
export const readForDecision = async (
  { payouts }: Stores,
  tenant: Tenant,
  tries: number,
  read: () => Promise<ReadonlyArray<Payout>>,
): Promise<ReadonlyArray<Payout>> => {
  const found = await read();
  if (tries === 1) return found;
  const waiting = found.filter(
    (payout) => payout.intake === 'accepted' && awaitsApproval(payout.progress.status),
  );
  await payouts.hold(
    tenant,
    waiting.map(({ order }) => order.transactionId),
  );
  return read();
};
