import type { Credential, JsonObject, Passkeys } from '@hundi/core';
import { knownTransports } from '@hundi/core/wire';
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';

/** The relying party: whose passkeys are checked. */
export interface RelyingParty {
  /** The domain that passkeys are bound to, such as `bank.example`: a suffix of the host of every origin. */
  readonly id: string;
  /** What a browser shows. */
  readonly name: string;
  /** The origins of the pages that ask for passkeys, such as `https://portal.bank.example`. */
  readonly origins: ReadonlyArray<string>;
}

/** Loaded with the first passkey: it takes longer than all else of this package. */
const library = async () => ({
  ...(await import('@simplewebauthn/server')),
  ...(await import('@simplewebauthn/server/helpers')),
});
type Library = Awaited<ReturnType<typeof library>>;

/** What a stranger made is no failure of ours: whatever the library throws at it means that it is not right. */
const undefinedUnlessRight = async <A>(verify: (library: Library) => Promise<A | undefined>) => {
  const loaded = await library();
  try {
    return await verify(loaded);
  } catch {
    return undefined;
  }
};

const bytesOf = (base64url: string): Uint8Array<ArrayBuffer> =>
  new Uint8Array(Buffer.from(base64url, 'base64url'));

const listed = (known: ReadonlyArray<Credential>) =>
  known.map(({ credentialId, transports }) => ({
    id: credentialId,
    ...(transports !== undefined && { transports: transports as never }),
  }));

/**
 * Whether an enrolment attests by its own key alone, or by nothing. Whatever brings certificates is refused before the
 * library sees it: the library asks the addresses in them whether they are revoked, and a stranger chose those.
 */
const isWithoutCertificates = (
  { decodeAttestationObject, isoBase64URL }: Library,
  { response }: RegistrationResponseJSON,
): boolean => {
  const attestation = decodeAttestationObject(isoBase64URL.toBuffer(response.attestationObject));
  const format = attestation.get('fmt');
  return (
    format === 'none' ||
    (format === 'packed' && attestation.get('attStmt').get('x5c') === undefined)
  );
};

/**
 * Passkeys by `@simplewebauthn/server`: the person is verified by their device (user verification is required), and no
 * attestation is asked for. Checks without any call to the outside.
 *
 * @param party asked at each call where it is a function: a host may learn its address late
 */
export const webAuthnPasskeys = (party: RelyingParty | (() => RelyingParty)): Passkeys => {
  const now = typeof party === 'function' ? party : () => party;
  const expected = () => {
    const { id, origins } = now();
    return {
      expectedOrigin: [...origins],
      expectedRPID: id,
      requireUserVerification: true,
    };
  };
  return {
    creationOptions: async ({ challenge, personId, userName, displayName, known }) => {
      const { generateRegistrationOptions } = await library();
      return (await generateRegistrationOptions({
        rpID: now().id,
        rpName: now().name,
        challenge: bytesOf(challenge),
        userID: new Uint8Array(Buffer.from(personId, 'hex')),
        userName,
        userDisplayName: displayName,
        attestationType: 'none',
        excludeCredentials: listed(known),
        authenticatorSelection: { residentKey: 'preferred', userVerification: 'required' },
      })) as unknown as JsonObject;
    },
    requestOptions: async (challenge, known) => {
      const { generateAuthenticationOptions } = await library();
      return (await generateAuthenticationOptions({
        rpID: now().id,
        challenge: bytesOf(challenge),
        allowCredentials: listed(known),
        userVerification: 'required',
      })) as unknown as JsonObject;
    },
    created: (sent, challenge) =>
      undefinedUnlessRight(async (loaded) => {
        const response = sent as unknown as RegistrationResponseJSON;
        if (!isWithoutCertificates(loaded, response)) return undefined;
        const { verified, registrationInfo } = await loaded.verifyRegistrationResponse({
          ...expected(),
          response,
          expectedChallenge: challenge,
        });
        if (!verified) return undefined;
        const { credential } = registrationInfo;
        const transports = knownTransports(credential.transports);
        return {
          credentialId: credential.id,
          publicKey: Buffer.from(credential.publicKey).toString('base64url'),
          counter: credential.counter,
          ...(transports.length > 0 && { transports: [...transports] }),
        };
      }),
    asserted: (response, challenge, known) =>
      undefinedUnlessRight(async ({ verifyAuthenticationResponse }) => {
        const found = known.find(({ credentialId }) => credentialId === response['id']);
        if (found === undefined) return undefined;
        const { verified, authenticationInfo } = await verifyAuthenticationResponse({
          ...expected(),
          response: response as unknown as AuthenticationResponseJSON,
          expectedChallenge: challenge,
          // The engine judges the count: to the library every count is the first.
          credential: { id: found.credentialId, publicKey: bytesOf(found.publicKey), counter: 0 },
        });
        return verified
          ? { credentialId: found.credentialId, counter: authenticationInfo.newCounter }
          : undefined;
      }),
  };
};
