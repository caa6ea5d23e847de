import { following, type JournalEntry, type NextEntry } from '../../model/journal/entry/entry.js';
import type { UserId } from '../../kernel/values/ids.js';
import type { JsonObject } from '../../kernel/codecs/json.js';
import type { Tenant } from '../../kernel/values/tenant.js';
import type { EpochMs } from '../../kernel/values/time.js';
import type { Stores } from '../../storage/storage.js';

/** With a prefix: subjects are distinguished by their ids alone, and a user may be called like anything. */
const personSubject = (userId: UserId): string => `user_${userId}`;

interface NextOfPerson {
  readonly to: 'active' | 'suspended';
  readonly at: EpochMs;
  readonly actor: string;
  readonly changes: JsonObject;
}

/** The entry that follows what the journal has of a user: nothing, until they are suspended for the first time. */
export const personEntry = (tenant: Tenant, userId: UserId, next: NextOfPerson): NextEntry => ({
  tenant,
  subjectKind: 'user',
  subjectId: personSubject(userId),
  from: 'active',
  ...next,
});

/** The same, with its number. */
export const nextPersonEntry = async (
  { journal }: Stores,
  tenant: Tenant,
  userId: UserId,
  next: NextOfPerson,
): Promise<JournalEntry> =>
  following(await journal.last(tenant, personSubject(userId)), personEntry(tenant, userId, next));
