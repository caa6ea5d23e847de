import { E } from '../fp.js';
import { sameDigest, sha256 } from '../kernel/digest.js';
import type { UserId } from '../kernel/ids.js';
import type { Tenant } from '../kernel/tenant.js';
import type { Clock } from '../ports/clock.js';
import { commit } from '../ports/commit.js';
import type { Storage } from '../ports/storage.js';
import { token } from '../wiring/token.js';
import { endSession } from './end-session.js';
import { InvalidSession } from './login-errors.js';
import { isPortalPerson } from './portal-person.js';
import type { PortalSession } from './portal-session.js';
import { parseToken } from './session-token.js';

/** The person behind a call, as far as their token tells: what they may do is read where it is done. */
export interface Person {
  readonly tenant: Tenant;
  readonly sessionId: string;
  readonly userId: UserId;
}

/**
 * Tells whose a session token is. The store is asked at every request: who is suspended, or no person any more,
 * is out with the next one, and stays out.
 */
export type AuthenticateSession = (
  token: string | undefined,
) => Promise<E.Either<InvalidSession, Person>>;
export const AuthenticateSession = token<AuthenticateSession>('AuthenticateSession');

// Compared when there is no such session, so that an unknown id takes as long as a wrong secret.
const NO_DIGEST = sha256('');

export const makeAuthenticateSession =
  (storage: Storage, clock: Clock): AuthenticateSession =>
  async (text) => {
    const parts = parseToken(text ?? '');
    if (parts === undefined) return E.left(InvalidSession());
    const session = await storage.read(({ portal }) => portal.session(parts.sessionId));
    const secretFits = sameDigest(sha256(parts.secret), session?.tokenDigest ?? NO_DIGEST);
    const now = clock.now();
    if (session === undefined || !secretFits || now >= session.expiresAt)
      return E.left(InvalidSession());
    if (await mayStay(storage, session)) return E.right(personOf(session));
    await commit(storage, (stores) => endSession(stores, session, now, 'not_eligible'));
    return E.left(InvalidSession());
  };

const mayStay = async (storage: Storage, { tenant, userId }: PortalSession): Promise<boolean> => {
  const [actor] = await storage.read(({ tenancy }) => tenancy.actors(tenant, [userId]));
  return actor !== undefined && isPortalPerson(actor.user);
};

const personOf = ({ tenant, sessionId, userId }: PortalSession): Person => ({
  tenant,
  sessionId,
  userId,
});
