import type { NextEntry } from '../../model/journal/entry/entry.js';
import type { UserId } from '../../kernel/values/ids.js';
import type { Tenant } from '../../kernel/values/tenant.js';

interface NextOfPerson extends Pick<NextEntry, 'at' | 'actor' | 'changes'> {
  readonly to: 'active' | 'suspended';
}

/** The entry that follows what the journal has of a user: nothing, until they are suspended for the first time. */
export const personEntry = (tenant: Tenant, userId: UserId, next: NextOfPerson): NextEntry => ({
  tenant,
  subjectKind: 'user',
  // With a prefix: subjects are distinguished by their ids alone, and a user may be called like anything.
  subjectId: `user_${userId}`,
  from: 'active',
  ...next,
});
