import { E } from '../../../kernel/fp.js';
import type { EpochMs } from '../../../kernel/values/time.js';
import { ApiKeyNotFound, ApiKeyNotLive, TooManyLiveKeys } from '../access-errors.js';
import { hasRoom, opens, type Mortal } from './api-key-life.js';

/** Why another key cannot take the place of one. */
export type NotRotatable = ApiKeyNotFound | ApiKeyNotLive | TooManyLiveKeys;

/** The key of a corporate that is to be rotated now, partner key or secret key, if it may be (decisions §3). */
export const rotatable = <K extends Mortal & { readonly keyId: string }>(
  keys: ReadonlyArray<K>,
  keyId: string,
  now: EpochMs,
): E.Either<NotRotatable, K> => {
  const old = keys.find((key) => key.keyId === keyId);
  if (old === undefined) return E.left(ApiKeyNotFound());
  if (!opens(old, now)) return E.left(ApiKeyNotLive(keyId));
  return hasRoom(keys, old.name, now) ? E.right(old) : E.left(TooManyLiveKeys(old.name));
};
