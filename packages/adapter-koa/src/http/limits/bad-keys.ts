import { E, type RateLimiter } from '@hundi/core';
import { sha256 } from '@hundi/core/wire';
import { RateLimited } from '../../problem/refusal.js';
import { remember } from './bounded.js';

/** Asks whose a key is, unless bad ones come too often from where it comes from. */
export type Identify = <R, A extends { readonly keyId: string }>(
  key: string | undefined,
  peer: () => string,
  ask: () => Promise<E.Either<R, A>>,
) => Promise<E.Either<R | RateLimited, A>>;

const idOf = (key: string): string => key.split('_')[1] ?? '';

/**
 * Counts bad keys by the network that they come from, as logins are counted. From one that sent too many the
 * storage is not asked about any more of them for a while; a key that was good when it came last is asked
 * about always, so a guesser cannot shut it out.
 */
export const limitBadKeys = (
  limiter: RateLimiter | undefined,
  now: () => number = () => performance.now(),
): Identify => {
  const blocked = new Map<string, number>();
  const good = new Map<string, string>();

  const secondsLeft = (network: string): number => {
    const left = (blocked.get(network) ?? 0) - now();
    if (left <= 0) blocked.delete(network);
    return Math.ceil(left / 1_000);
  };
  const wasGood = (key: string): boolean => good.get(idOf(key)) === sha256(key);

  return async (key, peer, ask) => {
    const left = blocked.size === 0 ? 0 : secondsLeft(peer());
    if (left > 0 && !wasGood(key ?? '')) return E.left(RateLimited(left, 'bad keys'));
    const found = await ask();
    if (E.isRight(found)) {
      const { keyId } = found.right;
      if (!good.has(keyId)) remember(good, keyId, sha256(key ?? ''));
    } else if (key !== undefined && key !== '') {
      if (wasGood(key)) good.delete(idOf(key));
      const network = peer();
      const allowance = await limiter?.take(`bad keys ${network}`, 'logins');
      if (allowance?.allowed === false)
        remember(blocked, network, now() + allowance.resetSeconds * 1_000);
    }
    return found;
  };
};
