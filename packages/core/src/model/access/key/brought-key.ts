import { parseKey, type KeyPrefix } from './key-text.js';

/** As much of a document's key as identifies the key that it brings: its text, or its id and a digest; or none. */
export interface BringsKey {
  readonly key?: string;
  readonly keyId?: string;
  readonly keyDigest?: string;
}

/** The id of the key that a part of a document brings, and the member that says it. */
export const broughtKey = (
  prefix: KeyPrefix,
  { key, keyId }: BringsKey,
): { readonly id: string; readonly member: 'key' | 'keyId' } | undefined => {
  if (keyId !== undefined) return { id: keyId, member: 'keyId' };
  const id = key === undefined ? undefined : parseKey(prefix, key)?.keyId;
  return id === undefined ? undefined : { id, member: 'key' };
};
