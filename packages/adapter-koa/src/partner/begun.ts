import type { Caller, E, Hundi, RateAllowance } from '@hundi/core';
import { hasScope } from '@hundi/core/wire';
import { isDeepStrictEqual } from 'node:util';
import type { Refusal } from '../problem/refusal.js';
import type { Reply } from '../problem/reply.js';
import type { PartnerRoute, RawRequest } from '../route/route.js';

type Answer = Promise<E.Either<Refusal, Reply>>;

/** A request that met a route. */
interface Arrived {
  readonly route: PartnerRoute;
  readonly raw: RawRequest;
  /** As how many reads it counts. */
  readonly reads: number;
  /** Counts one call of a caller. */
  readonly take: (who: string) => Promise<RateAllowance | undefined>;
}

/**
 * What of a request runs while the storage is still asked whose its key is, so that the three questions of a read to a
 * database on another machine take the time of one. It is for the caller whose key it was last time, and nothing of it
 * leaves the process before the key is known to be theirs.
 */
export interface Begun {
  readonly taken: Promise<RateAllowance | undefined>;
  /** The answer, if it was begun for this very caller. */
  readonly answerTo: (caller: Caller) => Answer | undefined;
}

const drop = (): void => undefined;

export const beginFor = (
  presumed: Caller | undefined,
  engine: Hundi,
  { route, raw, reads, take }: Arrived,
): Begun | undefined => {
  if (presumed === undefined) return undefined;
  // If the key turns out to be bad, a read has cost little, and has changed nothing but what was due anyway.
  const isLight = route.method === 'GET' && route.atOnce === undefined && reads === 1;
  const answer =
    isLight && hasScope(presumed.scopes, route.access.scope)
      ? route.answer(engine, presumed, raw)
      : undefined;
  const taken = take(presumed.keyId);
  // If the key is refused, nothing waits for these; Node ends a process for a rejection that nothing waits for.
  taken.catch(drop);
  answer?.catch(drop);
  return {
    taken,
    answerTo: (caller) => (isDeepStrictEqual(caller, presumed) ? answer : undefined),
  };
};
