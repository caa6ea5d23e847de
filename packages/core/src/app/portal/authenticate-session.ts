import type { Person } from '../../model/portal/session/person.js';
import { AuthorityKey } from '../authority/authority-key.js';
import { Causes } from '../duty/causes.js';
import { SecondFactorNeeded } from '../../model/factor/held/factor-errors.js';
import { E } from '../../kernel/fp.js';
import { sameDigest, sha256 } from '../../kernel/secrets/digest.js';
import type { EpochMs } from '../../kernel/values/time.js';
import { Clock } from '../../ports/clock.js';
import { commit } from '../../storage/commit.js';
import { Storage } from '../../storage/storage.js';
import { recipe, token } from '../../kernel/token.js';
import { endSession } from './end-session.js';
import { isGiven, type GivenKind } from '../../model/portal/session/given-factor.js';
import { InvalidSession } from '../../model/portal/session/login-errors.js';
import { isPortalPerson } from './portal-person.js';
import {
  CONFIRMED_FOR,
  IDLE_LIFE,
  type PortalSession,
} from '../../model/portal/session/portal-session.js';
import { sessionUses } from './session-uses.js';
import { parseToken, tokenDigest } from '../../model/portal/session/session-token.js';

/** What a session is found for, if not for something that its person does. */
export type SessionPurpose = 'to_enrol' | 'to_look_again';

/**
 * Finds the person of a session token. The store is asked at every request: a person who is suspended or was removed
 * loses the session with the next one; so does an idle session after a quarter of an hour. Notes the
 * use of a good one, and waits for no note.
 *
 * A session whose person has still to enrol or give a factor is refused, unless what they call is `to_enrol` one. What a
 * page calls by itself, `to_look_again`, is no use of the session. A session that was opened for a browser is found with the
 * same text of the `browser` only, and a bearer token only without one.
 */
export type AuthenticateSession = (
  token: string | undefined,
  purpose?: SessionPurpose,
  browser?: string,
) => Promise<E.Either<InvalidSession | SecondFactorNeeded, Person>>;
export const AuthenticateSession = token<AuthenticateSession>('AuthenticateSession');

// Compared when there is no such session, so that an unknown id takes as long as a wrong secret.
const NO_DIGEST = sha256('');

export const makeAuthenticateSession = recipe(
  AuthenticateSession,
  { Storage, Clock, Causes, AuthorityKey },
  ({ storage, clock, causes, authorityKey }) => {
    const uses = sessionUses(storage, causes);

    return async (text, purpose, browser) => {
      const parts = parseToken(text ?? '');
      if (parts === undefined) return E.left(InvalidSession());
      const session = await storage.read(({ portal }) => portal.session(parts.sessionId));
      const secretFits = sameDigest(
        tokenDigest(parts.secret, browser),
        session?.tokenDigest ?? NO_DIGEST,
      );
      const now = clock.now();
      if (session === undefined || !secretFits || now >= session.expiresAt)
        return E.left(InvalidSession());
      const reason = now - uses.latest(session) >= IDLE_LIFE ? 'idle' : 'not_eligible';
      if (reason === 'idle' || !(await mayStay(storage, session))) {
        await commit(storage, (stores) => endSession(stores, session, now, reason));
        return E.left(InvalidSession());
      }
      if (purpose !== 'to_look_again') uses.note(session, now);
      if (session.onlyEnrols === true && purpose !== 'to_enrol')
        return E.left(SecondFactorNeeded());
      const given = await givenIn(authorityKey, session, now);
      return E.right(personOf(session, now, uses.latest(session), given));
    };
  },
);

const mayStay = async (storage: Storage, { tenant, userId }: PortalSession): Promise<boolean> => {
  const [actor] = await storage.read(({ tenancy }) => tenancy.actors(tenant, [userId]));
  return actor !== undefined && isPortalPerson(actor.user);
};

/** The factor that was given in a session a short while ago; what somebody wrote there is none. */
const givenIn = async (
  authorityKey: AuthorityKey,
  session: PortalSession,
  now: EpochMs,
): Promise<GivenKind | undefined> => {
  const { factor } = session;
  if (factor === undefined || now - factor.at >= CONFIRMED_FOR) return undefined;
  return isGiven(await authorityKey(), session, factor) ? factor.kind : undefined;
};

const personOf = (
  session: PortalSession,
  now: EpochMs,
  usedAt: EpochMs,
  given: GivenKind | undefined,
): Person => ({
  tenant: session.tenant,
  sessionId: session.sessionId,
  userId: session.userId,
  isConfirmed: now - session.confirmedAt < CONFIRMED_FOR,
  tokenDigest: session.tokenDigest,
  ...(given !== undefined && { givenFactor: given }),
  idleUntil: Math.min(usedAt + IDLE_LIFE, session.expiresAt),
  expiresAt: session.expiresAt,
  onlyEnrols: session.onlyEnrols === true,
});
