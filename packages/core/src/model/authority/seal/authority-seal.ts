import { canonicalJson, type JsonObject } from '../../../kernel/codecs/json.js';
import { hmacSha256, sameDigest } from '../../../kernel/secrets/digest.js';

/**
 * What a seal of authority is on: a passkey that signs approvals, a corporate's policies, a change that a person proposed,
 * or a factor that a person gave in a session.
 */
export type Authority = 'passkey' | 'policies' | 'settings_change' | 'session_factor';

/** HMAC-SHA-256 in hex over the canonical JSON of what is sealed and its kind: nothing sealed as one passes for the other. */
export const authoritySeal = (key: Uint8Array, kind: Authority, content: JsonObject): string =>
  hmacSha256(key, canonicalJson([kind, content]));

/** Whether a seal was made with this key, for exactly this. */
export const isSealed = (
  key: Uint8Array,
  kind: Authority,
  content: JsonObject,
  seal: string | undefined,
): boolean => seal !== undefined && sameDigest(authoritySeal(key, kind, content), seal);
