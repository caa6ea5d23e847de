import { byTenant, type Tenant } from '../../kernel/values/tenant.js';
import { TransactionId } from '../../kernel/values/ids.js';
import type { Payout } from '../../model/payout/payout.js';
import type { Stores } from '../../storage/storage.js';

/** The payouts that subjects of any corporate are, by id; subjects that are none are left out. */
export const payoutsOf = async (
  { payouts }: Pick<Stores, 'payouts'>,
  subjects: ReadonlyArray<{ readonly tenant: Tenant; readonly subject: string }>,
): Promise<ReadonlyMap<string, Payout>> => {
  const found = new Map<string, Payout>();
  for (const [tenant, own] of byTenant(subjects)) {
    const ids = own.flatMap(({ subject }) => (TransactionId.is(subject) ? [subject] : []));
    if (ids.length === 0) continue;
    for (const payout of await payouts.findMany(tenant, ids))
      found.set(payout.order.transactionId, payout);
  }
  return found;
};
