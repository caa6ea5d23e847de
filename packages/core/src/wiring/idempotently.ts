import { IdempotencyKeyReused } from '../idempotency/idempotency-errors.js';
import { KeyUsed, keyedStorage } from '../idempotency/keyed-storage.js';
import { canonicalJson } from '../kernel/codecs/json.js';
import { E } from '../kernel/fp.js';
import { sha256 } from '../kernel/secrets/digest.js';
import { token } from '../kernel/token.js';
import type { UserId } from '../kernel/values/ids.js';
import type { Tenant } from '../kernel/values/tenant.js';
import type { IdempotencyKey } from '../kernel/values/text.js';
import type { Clock } from '../ports/clock.js';
import type { Sealer } from '../ports/sealer.js';
import type { Storage } from '../storage/storage.js';
import type { Made } from './recipe.js';
import type { CHANGES } from './use-cases.js';

/** The scope of an idempotency key: the same key of another person or route is another key. */
export interface KeyedRequest {
  readonly tenant: Tenant;
  /** The person who asks; absent where the integration does. */
  readonly userId?: UserId;
  readonly route: string;
  readonly key: IdempotencyKey;
  /** All that the request says, as it was decoded. */
  readonly values: unknown;
}

/** The changes that take an optional idempotency key, most of them by people in the portal. Each answers what JSON can carry. */
export type PortalChanges = Made<typeof CHANGES>;

/** Makes the changes over another storage. */
export type ChangesOver = (storage: Storage) => PortalChanges;
export const ChangesOver = token<ChangesOver>('ChangesOver');

/** An answer, and whether it was given before. */
export interface KeyedAnswer<A> {
  readonly answer: A;
  readonly replayed: boolean;
}

/**
 * Changes something once for each idempotency key: sent again with the same values it
 * gets the same answer and changes nothing, with others it is refused. The answer is kept in the commit of the
 * change, sealed. What was refused leaves the key free.
 */
export type Idempotently = <L, A>(
  request: KeyedRequest,
  change: (changes: PortalChanges) => Promise<E.Either<L, A>>,
) => Promise<E.Either<L | IdempotencyKeyReused, KeyedAnswer<A>>>;
export const Idempotently = token<Idempotently>('Idempotently');

export const makeIdempotently =
  (storage: Storage, clock: Clock, sealer: Sealer, changesOver: ChangesOver): Idempotently =>
  async ({ tenant, userId, route, key, values }, change) => {
    const fingerprint = sha256(canonicalJson(values));
    const request = {
      tenant,
      route: userId === undefined ? route : `${route} by ${userId}`,
      key,
      fingerprint,
    };
    const keyed = keyedStorage(storage, clock, sealer, request);
    try {
      const answer = await change(changesOver(keyed.storage));
      return E.isLeft(answer)
        ? answer
        : E.right({ answer: answer.right, replayed: keyed.replayed() });
    } catch (error) {
      if (error instanceof KeyUsed) return E.left(IdempotencyKeyReused());
      throw error;
    }
  };
