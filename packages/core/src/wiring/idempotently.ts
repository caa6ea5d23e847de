import * as t from 'io-ts';
import { IdempotencyKeyReused } from '../app/idempotency/idempotency-errors.js';
import type { KeyedAnswer } from '../app/idempotency/keyed-answer.js';
import { KeyUsed, keyedStorage } from '../app/idempotency/keyed-storage.js';
import type { InvalidInput } from '../kernel/codecs/decode.js';
import { canonicalJson } from '../kernel/codecs/json.js';
import { record } from '../kernel/codecs/record.js';
import { E } from '../kernel/fp.js';
import { sha256 } from '../kernel/secrets/digest.js';
import { recipe, token } from '../kernel/token.js';
import type { Plain } from '../kernel/use-case/plain.js';
import { useCase } from '../kernel/use-case/use-case.js';
import { UserId } from '../kernel/values/ids.js';
import type { Tenant } from '../kernel/values/tenant.js';
import { IdempotencyKey } from '../kernel/values/text.js';
import { Clock } from '../ports/clock.js';
import { Entropy } from '../ports/entropy.js';
import { GuardedSealer } from '../ports/guarded-sealer.js';
import { Storage } from '../storage/storage.js';
import type { Made } from './singletons.js';
import type { CHANGES } from './use-cases.js';

/**
 * A request under an idempotency key (decisions §2). The same key of another person or route is another key; `userId`
 * is absent where the integration asks. `values` are all that the request says, as it was decoded.
 */
export const KeyedRequest = record(
  'KeyedRequest',
  { route: t.string, key: IdempotencyKey, values: t.UnknownRecord },
  { userId: UserId },
);
export type KeyedRequest = t.TypeOf<typeof KeyedRequest>;

/**
 * The changes that take an optional idempotency key (decisions §4), most of them by people in the portal. Each answers
 * what JSON can carry.
 */
export type PortalChanges = Made<typeof CHANGES>;

/** Makes the changes over another storage. */
export type ChangesOver = (storage: Storage) => PortalChanges;
export const ChangesOver = token<ChangesOver>('ChangesOver');

/**
 * The work to be done once, with the changes that it may make. One that would refuse what has been done since asks
 * `isAnswered` first: the same request gets its answer again.
 */
type Change<L, A> = (
  changes: PortalChanges,
  isAnswered: () => Promise<boolean>,
) => Promise<E.Either<L, A>>;

/**
 * Changes something once for each idempotency key: sent again with the same values it gets the same answer and
 * changes nothing, with others it is refused. The answer is kept in the commit of the change, sealed. A refused
 * request leaves the key free.
 */
export type Idempotently = <L, A>(
  tenant: Plain<Tenant>,
  request: Plain<KeyedRequest>,
  change: Change<L, A>,
) => Promise<E.Either<L | IdempotencyKeyReused | InvalidInput, KeyedAnswer<A>>>;
export const Idempotently = token<Idempotently>('Idempotently');

export const makeIdempotently = recipe(
  Idempotently,
  { Storage, Clock, Entropy, Sealer: GuardedSealer, ChangesOver },
  ({ storage, clock, entropy, sealer, changesOver }) => {
    const keyed = <L, A>(change: Change<L, A>) =>
      useCase<KeyedRequest, L | IdempotencyKeyReused, KeyedAnswer<A>>(
        KeyedRequest,
        async (tenant, { userId, route, key, values }) => {
          const once = keyedStorage(
            { storage, clock, entropy, sealer },
            {
              tenant,
              route: userId === undefined ? route : `${route} by ${userId}`,
              key,
              fingerprint: sha256(canonicalJson(values)),
            },
          );
          try {
            const answer = await change(changesOver(once.storage), once.isAnswered);
            return E.isLeft(answer)
              ? answer
              : E.right({ answer: answer.right, replayed: once.replayed() });
          } catch (error) {
            if (error instanceof KeyUsed) return E.left(IdempotencyKeyReused());
            throw error;
          }
        },
      );
    return (tenant, request, change) => keyed(change)(tenant, request);
  },
);
