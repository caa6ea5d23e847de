import { recipe, token } from '../../kernel/token.js';
import { Clock } from '../../ports/clock.js';
import { Storage } from '../../storage/storage.js';
import { Causes } from './causes.js';
import { Claims } from './claims.js';

/** What every duty is made of. */
export interface DutyParts {
  readonly storage: Storage;
  readonly clock: Clock;
  readonly claims: Claims;
  /** Where a duty reports what fails within a run. */
  readonly causes: Causes;
}
export const DutyParts = token<DutyParts>('DutyParts');

export const makeDutyParts = recipe(
  DutyParts,
  { Storage, Clock, Claims, Causes },
  (parts) => parts,
);
