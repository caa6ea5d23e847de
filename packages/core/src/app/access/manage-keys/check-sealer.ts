import type { E } from '../../../kernel/fp.js';
import { recipe, token } from '../../../kernel/token.js';
import { GuardedSealer } from '../../../ports/guarded-sealer.js';
import { Storage } from '../../../storage/storage.js';
import { sealerFit, type WrongSealer } from './sealer-fit.js';

/**
 * Finds out whether the sealer has every key under which this database's secrets are sealed, by a canary that the first
 * seal under each key leaves there. Call it before anything is sealed, at every start, and as often as a probe asks
 * whether the engine is ready. A sealer that has them all may seal under a new key; its canary is kept by this call. If
 * processes start at once with different keys, only one key is accepted. `resealAll` takes away the canaries of
 * keys that are no longer needed. Rejects with `SealerAway` when the sealer cannot be reached.
 */
export type CheckSealer = () => Promise<E.Either<WrongSealer, void>>;
export const CheckSealer = token<CheckSealer>('CheckSealer');

export const makeCheckSealer = recipe(
  CheckSealer,
  { Storage, Sealer: GuardedSealer },
  ({ storage, sealer }) =>
    () =>
      sealerFit(storage, sealer),
);
