import { token } from '../kernel/token.js';
import type { Clock } from '../ports/clock.js';
import type { Storage } from '../storage/storage.js';
import type { Causes } from './causes.js';
import type { Claims } from './claims.js';

/** What every duty is made of. */
export interface DutyParts {
  readonly storage: Storage;
  readonly clock: Clock;
  readonly claims: Claims;
  /** Where a duty reports what fails within a run. */
  readonly causes: Causes;
}
export const DutyParts = token<DutyParts>('DutyParts');

export const makeDutyParts = (
  storage: Storage,
  clock: Clock,
  claims: Claims,
  causes: Causes,
): DutyParts => ({ storage, clock, claims, causes });
