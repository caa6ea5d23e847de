import * as t from 'io-ts';
import { authoritySeal, isSealed } from '../../authority/seal/authority-seal.js';
import { FactorKind } from '../../../kernel/values/factor-kind.js';
import type { EpochMs } from '../../../kernel/values/time.js';
import type { PortalSession } from './portal-session.js';

/** What a person proved: an app or a passkey of theirs, or a recovery code in place of one. */
export const GivenKind = t.keyof({ ...FactorKind.keys, recovery: null }, 'GivenKind');
export type GivenKind = t.TypeOf<typeof GivenKind>;

/** The second factor that a person gave last in a session, when, and the seal of both. */
export interface GivenFactor {
  readonly at: EpochMs;
  readonly kind: GivenKind;
  readonly seal: string;
}

type Giver = Pick<PortalSession, 'sessionId' | 'tenant' | 'userId' | 'tokenDigest'>;

// The token is under it: the session of another does not pass as the one in which the factor was given.
const sealedContent = (
  { sessionId, tenant, userId, tokenDigest }: Giver,
  { at, kind }: Pick<GivenFactor, 'at' | 'kind'>,
) => ({ ...tenant, userId, sessionId, tokenDigest, at, kind });

/** A factor that was given in a session, sealed: whoever writes the database writes none. */
export const givenFactor = (
  key: Uint8Array,
  session: Giver,
  given: Pick<GivenFactor, 'at' | 'kind'>,
): GivenFactor => ({
  ...given,
  seal: authoritySeal(key, 'session_factor', sealedContent(session, given)),
});

/** Whether the engine took the factor that a session names, in this session. */
export const isGiven = (
  key: Uint8Array,
  session: Giver,
  { seal, ...given }: GivenFactor,
): boolean => isSealed(key, 'session_factor', sealedContent(session, given), seal);
