import * as t from 'io-ts';
import { about, documented } from '../../../kernel/codecs/documented.js';
import { record } from '../../../kernel/codecs/record.js';
import { EpochMs } from '../../../kernel/values/time.js';
import type { Passkeys } from '../../../ports/passkeys.js';
import {
  activeFactors,
  openingRecovery,
  type FactorChallenge,
  type PersonFactors,
} from '../../../model/factor/held/factor.js';
import { FactorKind } from '../../../kernel/values/factor-kind.js';
import { credentialsOf } from './prove-factor.js';

/** What a person can prove themselves with: their factors, or a recovery code in place of one. */
export const ProofKind = t.keyof({ ...FactorKind.keys, recovery: null }, 'ProofKind');
export type ProofKind = t.TypeOf<typeof ProofKind>;

/** Options for a browser, in their JSON form. */
export const BrowserOptions = documented(
  t.refinement(t.UnknownRecord, () => true, 'BrowserOptions'),
  { type: 'object', description: 'For navigator.credentials, in its JSON form.' },
);

/** What a person is asked to prove, and how they can. */
export const FactorAsked = record(
  'FactorAsked',
  {
    challengeId: about(t.string, 'Send it with the code or the response.'),
    expiresAt: EpochMs,
    kinds: t.readonlyArray(ProofKind),
  },
  {
    options: about(
      BrowserOptions,
      'PublicKeyCredentialRequestOptions in its JSON form, where the user has a passkey.',
    ),
  },
);
export type FactorAsked = t.TypeOf<typeof FactorAsked>;

/** The kinds of proof that a person has. None where they have no active factor. */
const proofKindsOf = (held: PersonFactors | undefined): ReadonlyArray<ProofKind> => {
  const active = activeFactors(held);
  const kinds = (
    Object.keys(FactorKind.keys) as ReadonlyArray<keyof typeof FactorKind.keys>
  ).filter((kind) => active.some((one) => one.kind === kind));
  const hasRecovery = (openingRecovery(held)?.digests.length ?? 0) > 0;
  return hasRecovery ? [...kinds, 'recovery'] : kinds;
};

export const factorAsked = async (
  passkeys: Passkeys | undefined,
  held: PersonFactors,
  challenge: FactorChallenge,
): Promise<FactorAsked> => {
  const { challengeId, expiresAt, digest } = challenge;
  const known = credentialsOf(held).map(({ credential }) => credential);
  const options = known.length === 0 ? undefined : await passkeys?.requestOptions(digest, known);
  return {
    challengeId,
    expiresAt,
    kinds: proofKindsOf(held),
    ...(options !== undefined && { options }),
  };
};
