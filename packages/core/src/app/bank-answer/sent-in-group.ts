import type { TransactionId } from '../../kernel/values/ids.js';
import type { Tenant } from '../../kernel/values/tenant.js';
import type { Stores } from '../../storage/storage.js';

/** The reference of the group that each payout was sent in, by the journal entry of its intent. */
export const groupRefsOf = async (
  { journal }: Pick<Stores, 'journal'>,
  tenant: Tenant,
  ids: ReadonlyArray<TransactionId>,
): Promise<ReadonlyMap<TransactionId, string>> => {
  const refs = new Map<TransactionId, string>();
  if (ids.length === 0) return refs;
  for (const { entry } of await journal.ofMany(tenant, ids)) {
    const { groupRef } = entry.changes;
    if (typeof groupRef === 'string') refs.set(entry.subjectId as TransactionId, groupRef);
  }
  return refs;
};
