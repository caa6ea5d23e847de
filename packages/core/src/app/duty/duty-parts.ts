import { recipe, token } from '../../kernel/token.js';
import { Clock } from '../../ports/clock.js';
import { Storage } from '../../storage/storage.js';
import { Causes } from './causes.js';
import { Pacer } from '../../ports/whole-pacer.js';
import { Claims } from './claims.js';
import { inLane } from './waking.js';

/** What every duty is made of. */
export interface DutyParts {
  /** Its units wake no worker of this process: a worker looks again when the lane ends. */
  readonly storage: Storage;
  readonly clock: Clock;
  readonly claims: Claims;
  /** Where a duty reports what fails within a run. */
  readonly causes: Causes;
  /** Calls for a look at what is due before the lane ends. */
  readonly lookAgain: () => void;
}
export const DutyParts = token<DutyParts>('DutyParts');

export const makeDutyParts = recipe(
  DutyParts,
  { Storage, Clock, Claims, Causes, Pacer },
  ({ storage, pacer, ...parts }): DutyParts => ({
    ...parts,
    storage: inLane(storage),
    lookAgain: () => {
      pacer.wake();
    },
  }),
);
