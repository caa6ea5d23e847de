import type { JournalEntry } from '../../journal/entry/entry.js';
import type { JsonObject } from '../../../kernel/codecs/json.js';
import { tenantOf } from '../../../kernel/values/tenant.js';
import type { EpochMs } from '../../../kernel/values/time.js';
import type { Factor, PersonFactors } from './factor.js';

/** When something happens to a factor, and who does it. */
export interface Happened {
  readonly at: EpochMs;
  readonly actor: string;
  readonly changes?: JsonObject;
}

/** The journal entry of the state that a factor is now in: no secret and no code. */
export const factorEntry = (
  held: PersonFactors,
  before: Factor | undefined,
  next: Factor,
  { at, actor, changes }: Happened,
): JournalEntry => ({
  tenant: tenantOf(held),
  subjectKind: 'factor',
  subjectId: next.factorId,
  sequence: next.revision,
  ...(before !== undefined && { from: before.state }),
  to: next.state,
  at: Math.max(at, next.createdAt),
  actor,
  changes: {
    ...(before === undefined && { userId: held.userId, kind: next.kind, name: next.name }),
    ...changes,
  },
});

/** The journal entry of a person's recovery codes: made with their first factor, used one by one, gone with their last. */
export const recoveryEntry = (
  held: PersonFactors,
  { recoveryId, revision, digests }: NonNullable<PersonFactors['recovery']>,
  to: 'active' | 'removed',
  { at, actor, changes }: Happened,
): JournalEntry => ({
  tenant: tenantOf(held),
  subjectKind: 'factor',
  subjectId: recoveryId,
  sequence: revision,
  ...(revision > 1 && { from: 'active' }),
  to,
  at,
  actor,
  changes: {
    ...(revision === 1 && { userId: held.userId, kind: 'recovery' }),
    left: digests.length,
    ...changes,
  },
});
