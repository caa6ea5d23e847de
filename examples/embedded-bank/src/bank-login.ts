import type { BankSession, Plain } from '@hundi/core';
import type { FactorKind } from '@hundi/core/wire';
import {
  authorizationCodeGrant,
  buildAuthorizationUrl,
  calculatePKCECodeChallenge,
  enableNonRepudiationChecks,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
  type Configuration,
  type IDToken,
} from 'openid-client';

/** What the bank's own login says of a person by its `sub`: the directory knows where they belong. */
export type PersonOf = (
  sub: string,
) => Omit<Plain<BankSession>, 'factors' | 'authenticatedAt'> | undefined;

/** The methods of RFC 8176 that are a second factor here: a code, or a key that its device holds. */
const FACTOR_OF: ReadonlyMap<unknown, FactorKind> = new Map([
  ['otp', 'totp'],
  ['hwk', 'passkey'],
]);

/** The factors that each level of the bank's login can have used. An unknown level is no login. */
const FACTORS_AT: ReadonlyMap<unknown, ReadonlyArray<FactorKind>> = new Map([
  ['urn:village-bank:password', []],
  ['urn:village-bank:code', ['totp']],
  ['urn:village-bank:key', ['totp', 'passkey']],
]);

/** The factors that an ID token claims, none of which its level rules out; undefined where the two do not agree. */
const factorsIn = ({ amr, acr }: IDToken): ReadonlyArray<FactorKind> | undefined => {
  const possible = FACTORS_AT.get(acr);
  const methods: ReadonlyArray<unknown> = Array.isArray(amr) ? amr : [];
  const claimed = methods.flatMap((one) => FACTOR_OF.get(one) ?? []);
  return possible !== undefined && claimed.every((one) => possible.includes(one))
    ? claimed
    : undefined;
};

/**
 * The person of an ID token whose signature, issuer, audience and nonce were checked, as `engine.openBankSession` takes
 * them; undefined for a stranger, for a token that does not say when its person logged in, and for one that claims a
 * factor which its level did not use.
 */
export const bankSessionOf = (
  claims: IDToken,
  personOf: PersonOf,
): Plain<BankSession> | undefined => {
  const person = personOf(claims.sub);
  const factors = factorsIn(claims);
  if (person === undefined || factors === undefined || claims.auth_time === undefined)
    return undefined;
  return { ...person, factors, authenticatedAt: claims.auth_time * 1_000 };
};

/** A login that a browser was sent away for: the bank keeps it in its own session, never in the address. */
export interface LoginUnderWay {
  /** Where the browser goes. */
  readonly url: URL;
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
}

/**
 * The authorization code flow of the bank's OpenID provider, with PKCE, state and nonce. The signature of the ID token is
 * checked, too: it is what says which factors were used.
 */
export const bankLogin = (provider: Configuration, redirectUri: string, personOf: PersonOf) => {
  enableNonRepudiationChecks(provider);
  return {
    begin: async (): Promise<LoginUnderWay> => {
      const [state, nonce, verifier] = [randomState(), randomNonce(), randomPKCECodeVerifier()];
      const url = buildAuthorizationUrl(provider, {
        redirect_uri: redirectUri,
        scope: 'openid',
        state,
        nonce,
        code_challenge: await calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
      });
      return { url, state, nonce, verifier };
    },
    /** @throws when the answer is not the provider's, or not to this login. */
    end: async (
      returnedTo: URL,
      { state, nonce, verifier }: LoginUnderWay,
    ): Promise<Plain<BankSession> | undefined> => {
      const tokens = await authorizationCodeGrant(provider, returnedTo, {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: verifier,
        idTokenExpected: true,
      });
      const claims = tokens.claims();
      return claims && bankSessionOf(claims, personOf);
    },
  };
};
