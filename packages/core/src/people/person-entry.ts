import type { JournalEntry } from '../journal/entry/entry.js';
import type { UserId } from '../kernel/values/ids.js';
import type { JsonObject } from '../kernel/codecs/json.js';
import type { Tenant } from '../kernel/values/tenant.js';
import type { EpochMs } from '../kernel/values/time.js';
import type { Stores } from '../storage/storage.js';

/** With a prefix: subjects are distinguished by their ids alone, and a user may be called like anything. */
const personSubject = (userId: UserId): string => `user_${userId}`;

/** The entry that follows what the journal has of a user: nothing, until they are suspended for the first time. */
export const nextPersonEntry = async (
  { journal }: Stores,
  tenant: Tenant,
  userId: UserId,
  next: {
    readonly to: 'active' | 'suspended';
    readonly at: EpochMs;
    readonly actor: string;
    readonly changes: JsonObject;
  },
): Promise<JournalEntry> => {
  const last = await journal.last(tenant, personSubject(userId));
  return {
    tenant,
    subjectKind: 'user',
    subjectId: personSubject(userId),
    sequence: (last?.sequence ?? 0) + 1,
    from: last?.to ?? 'active',
    ...next,
  };
};
