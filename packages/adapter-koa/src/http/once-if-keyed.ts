import {
  E,
  type Hundi,
  type IdempotencyKey,
  type InvalidInput,
  type KeyedRequest,
  type PortalChanges,
  type Tenant,
} from '@hundi/core';
import type { IdempotencyKeyReused, KeyedAnswer } from '@hundi/core/wire';

/** Makes a change: once for its key, if it came with one. */
export const onceIfKeyed = async <L, A>(
  engine: Hundi,
  { tenant, ...request }: Omit<KeyedRequest, 'key'> & { readonly tenant: Tenant },
  key: IdempotencyKey | undefined,
  change: (changes: PortalChanges) => Promise<E.Either<L, A>>,
): Promise<E.Either<L | IdempotencyKeyReused | InvalidInput, KeyedAnswer<A>>> => {
  if (key !== undefined) return engine.idempotently(tenant, { ...request, key }, change);
  const answer = await change(engine);
  return E.isLeft(answer) ? answer : E.right({ answer: answer.right, replayed: false });
};
