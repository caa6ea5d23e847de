import type { Credential, JsonObject, Passkeys } from '@hundi/core';

/** An authenticator of the tests: it signs by showing a secret that is its public key, too. */
export interface FakePasskey {
  /** The answer of a browser to creation options with this challenge. */
  readonly create: (challenge: string, origin?: string) => JsonObject;
  /** The answer to request options with this challenge; its count goes up with each. */
  readonly answer: (challenge: string, origin?: string) => JsonObject;
  /** A second device with the same keys, and the count of now. */
  readonly copy: () => FakePasskey;
}

const ORIGIN = 'https://portal.example';

/** A passkey that counts from 1 on; `count` 0: one that does not count, as those that several devices share. */
export const fakePasskey = (id: string, count = 1): FakePasskey => {
  let counter = count;
  const signed = (type: string, challenge: string, origin: string): JsonObject => ({
    type,
    id,
    challenge,
    origin,
    counter,
    key: `key of ${id}`,
  });
  return {
    create: (challenge, origin = ORIGIN) => signed('create', challenge, origin),
    answer: (challenge, origin = ORIGIN) => {
      if (counter > 0) counter += 1;
      return signed('get', challenge, origin);
    },
    copy: () => fakePasskey(id, counter),
  };
};

const optionsOf = (challenge: string, known: ReadonlyArray<Credential>): JsonObject => ({
  challenge,
  credentials: known.map(({ credentialId }) => credentialId),
});

/** Checks the answers of {@link fakePasskey}s, in place of cryptography. */
export const fakePasskeys = (): Passkeys => {
  const isRight = (type: string, response: JsonObject, challenge: string): boolean =>
    response['type'] === type &&
    response['challenge'] === challenge &&
    response['origin'] === ORIGIN;
  return {
    creationOptions: async ({ challenge, known }) => optionsOf(challenge, known),
    requestOptions: async (challenge, known) => optionsOf(challenge, known),
    created: async (response, challenge) =>
      isRight('create', response, challenge)
        ? {
            credentialId: response['id'] as string,
            publicKey: response['key'] as string,
            counter: Number(response['counter']),
            // As it came: a verifier may check the signature alone.
            transports: response['transports'] as never,
          }
        : undefined,
    asserted: async (response, challenge, known) => {
      const credential = known.find(({ credentialId }) => credentialId === response['id']);
      return credential !== undefined &&
        isRight('get', response, challenge) &&
        credential.publicKey === response['key']
        ? { credentialId: credential.credentialId, counter: Number(response['counter']) }
        : undefined;
    },
  };
};
