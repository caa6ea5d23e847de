import {
  E,
  type Hundi,
  type IdempotencyKey,
  type IdempotencyKeyReused,
  type KeyedAnswer,
  type KeyedRequest,
  type PortalChanges,
} from '@hundi/core';

/** Makes a change: once for its key, if it came with one. */
export const onceIfKeyed = async <L, A>(
  engine: Hundi,
  request: Omit<KeyedRequest, 'key'>,
  key: IdempotencyKey | undefined,
  change: (changes: PortalChanges) => Promise<E.Either<L, A>>,
): Promise<E.Either<L | IdempotencyKeyReused, KeyedAnswer<A>>> => {
  if (key !== undefined) return engine.idempotently({ ...request, key }, change);
  const answer = await change(engine);
  return E.isLeft(answer) ? answer : E.right({ answer: answer.right, replayed: false });
};
