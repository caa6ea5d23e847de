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

/** A network from which too many bad keys came, and when the storage may be asked about a key of it again. */
interface Blocked {
  readonly until: number;
  readonly askAt: number;
}

/** How long the storage is left alone between two keys of one such network, in ms. */
const ASKED_EVERY = 100;

const idOf = (key: string): string => key.split('_')[1] ?? '';

/**
 * Counts bad keys by the network that they come from, as logins are counted. From one that sent too many the
 * storage is not asked about any more of them for a while; a key that was good when it came last is asked
 * about always, so a guesser cannot shut it out. Nor can one shut out a key that this process does not know yet: a key
 * that comes again is asked about once, while guesses come once, or take turns.
 */
export const limitBadKeys = (
  limiter: RateLimiter | undefined,
  now: () => number = () => performance.now(),
): Identify => {
  const blocked = new Map<string, Blocked>();
  const good = new Map<string, string>();
  /** The digests of keys that came while their network was blocked, and whether the storage knows no such key. */
  const met = new Map<string, boolean>();

  const secondsLeft = (network: string): number => {
    const left = (blocked.get(network)?.until ?? 0) - now();
    if (left <= 0) blocked.delete(network);
    return Math.ceil(left / 1_000);
  };
  const mayAskYet = (network: string, key: string): boolean => {
    const digest = sha256(key);
    const [one, isBad] = [blocked.get(network), met.get(digest)];
    const isTurn = isBad === false && one !== undefined && one.askAt <= now();
    if (isBad === undefined) remember(met, digest, false);
    if (isTurn) blocked.set(network, { ...one, askAt: now() + ASKED_EVERY });
    return isTurn;
  };
  const wasGood = (key: string): boolean => good.get(idOf(key)) === sha256(key);

  return async (key, peer, ask) => {
    const left = blocked.size === 0 ? 0 : secondsLeft(peer());
    if (left > 0 && !wasGood(key ?? '') && !mayAskYet(peer(), key ?? ''))
      return E.left(RateLimited(left, 'bad keys'));
    const found = await ask();
    if (E.isRight(found)) {
      const { keyId } = found.right;
      if (!good.has(keyId)) remember(good, keyId, sha256(key ?? ''));
    } else if (key !== undefined && key !== '') {
      if (wasGood(key)) good.delete(idOf(key));
      if (met.has(sha256(key))) met.set(sha256(key), true);
      const network = peer();
      const allowance = await limiter?.take(`bad keys ${network}`, 'logins');
      if (allowance?.allowed === false)
        remember(blocked, network, {
          until: now() + allowance.resetSeconds * 1_000,
          askAt: now() + ASKED_EVERY,
        });
    }
    return found;
  };
};
