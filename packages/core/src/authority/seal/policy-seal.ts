import * as t from 'io-ts';

/**
 * The seal of a corporate's policies, and its version: the mark outside the database holds the latest. `policies` are the
 * versions of its approval policy since approvals need a passkey, each with the moment that it took effect (epoch ms) and
 * the SHA-256 of its canonical JSON.
 */
export const PolicySeal = t.strict({
  version: t.number,
  policies: t.array(t.strict({ version: t.number, at: t.number, digest: t.string })),
  seal: t.string,
});
export type PolicySeal = t.TypeOf<typeof PolicySeal>;
