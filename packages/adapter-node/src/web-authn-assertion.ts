import { createHash } from 'node:crypto';
import type { JsonObject, VerifyAssertion } from '@hundi/core';
import { webAuthnPasskeys, type RelyingParty } from './web-authn-passkeys.js';

const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest();

/**
 * The relying party of an answer: the page says its origin, and the device the SHA-256 of its id, which is the page's host
 * or a domain above it.
 */
const partyOf = ({
  response,
}: JsonObject): (RelyingParty & { readonly origin: string }) | undefined => {
  const { clientDataJSON, authenticatorData } = Object(response) as Record<string, unknown>;
  const [client, authenticator] = [clientDataJSON, authenticatorData].map((member) =>
    Buffer.from(String(member), 'base64url'),
  ) as [Buffer, Buffer];
  const { origin } = Object(JSON.parse(client.toString())) as { readonly origin?: unknown };
  if (typeof origin !== 'string') return undefined;
  const labels = new URL(origin).hostname.split('.');
  const id = labels
    .map((_, i) => labels.slice(i).join('.'))
    .find((host) => sha256(host).equals(authenticator.subarray(0, 32)));
  return id === undefined ? undefined : { id, name: id, origins: [origin], origin };
};

/** Verifies kept answers of passkeys by `@simplewebauthn/server`, at whatever page they were given. */
export const webAuthnAssertion: VerifyAssertion = async (response, challenge, credential) => {
  try {
    const party = partyOf(response);
    if (party === undefined) return undefined;
    const asserted = await webAuthnPasskeys(party).asserted(response, challenge, [credential]);
    return asserted && { origin: party.origin };
  } catch {
    // Whoever wrote the answer into the database: what cannot be read is not right.
    return undefined;
  }
};
