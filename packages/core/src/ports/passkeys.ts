import * as t from 'io-ts';
import type { JsonObject } from '../kernel/codecs/json.js';
import { record } from '../kernel/codecs/record.js';
import { token } from '../kernel/token.js';

/** The public half of a passkey (decisions §14), as a verifier reported it: base64url, and nothing secret. */
export const Credential = record(
  'Credential',
  { credentialId: t.string, publicKey: t.string, counter: t.number },
  { transports: t.array(t.string) },
);
export type Credential = t.TypeOf<typeof Credential>;

/** For whom a passkey is made (decisions §14), and which of theirs there are. */
export interface NewPasskey {
  /** Base64url: what the browser is to sign. */
  readonly challenge: string;
  /** Tells the person's passkeys from those of others at the same host: says nothing about them. */
  readonly personId: string;
  readonly userName: string;
  readonly displayName: string;
  readonly known: ReadonlyArray<Credential>;
}

/**
 * Checks passkeys for one relying party (decisions §14): its name and the origins of its pages are the host's. It keeps
 * nothing, calls nobody, and answers undefined to whatever is not right, a text that a stranger made among it. It judges
 * challenge, origin, relying party, signature, and that a person was there and was verified; whether a count went
 * backwards is for the engine to judge. `@hundi/adapter-node` has one over `@simplewebauthn/server`.
 */
export interface Passkeys {
  /** The JSON form of `PublicKeyCredentialCreationOptions`. */
  readonly creationOptions: (passkey: NewPasskey) => Promise<JsonObject>;
  /** The JSON form of `PublicKeyCredentialRequestOptions`. */
  readonly requestOptions: (
    challenge: string,
    known: ReadonlyArray<Credential>,
  ) => Promise<JsonObject>;
  /** The credential of the browser's answer to creation options with this challenge. */
  readonly created: (response: JsonObject, challenge: string) => Promise<Credential | undefined>;
  /** Which of these passkeys answered to this challenge, and its count. */
  readonly asserted: (
    response: JsonObject,
    challenge: string,
    known: ReadonlyArray<Credential>,
  ) => Promise<{ readonly credentialId: string; readonly counter: number } | undefined>;
}
export const Passkeys = token<Passkeys>('Passkeys');

/**
 * Verifies an answer that was kept with its decision (decisions §14), for an audit that has none of the service's
 * settings: its relying party is the one that the answer itself names. It judges what {@link Passkeys.asserted} judges,
 * and answers at which origin the person was, for a person to judge; undefined to whatever is not right.
 * `@hundi/adapter-node` has one.
 */
export type VerifyAssertion = (
  response: JsonObject,
  challenge: string,
  credential: Credential,
) => Promise<{ readonly origin: string } | undefined>;
