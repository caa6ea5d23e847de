import { E } from '@hundi/core';
import { RateLimited } from '../../problem/refusal.js';

/** Limits how many calls of one caller run at once in this process; one more is refused and costs nothing. */
export type AtOnce = <L, A>(
  who: string,
  max: number,
  call: () => Promise<E.Either<L, A>>,
) => Promise<E.Either<L | RateLimited, A>>;

const RETRY_AFTER_SECONDS = 1;

export const atOnce = (): AtOnce => {
  const running = new Map<string, number>();
  const count = (who: string, by: 1 | -1): void => {
    const now = (running.get(who) ?? 0) + by;
    if (now === 0) running.delete(who);
    else running.set(who, now);
  };
  return async (who, max, call) => {
    if ((running.get(who) ?? 0) >= max) return E.left(RateLimited(RETRY_AFTER_SECONDS));
    count(who, 1);
    try {
      return await call();
    } finally {
      count(who, -1);
    }
  };
};
