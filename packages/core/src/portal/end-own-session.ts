import { E } from '../kernel/fp.js';
import type { Clock } from '../ports/clock.js';
import type { Storage } from '../storage/storage.js';
import { token } from '../kernel/token.js';
import type { Person } from './authenticate-session.js';
import { endSession } from './end-session.js';
import { SessionNotFound } from './session/login-errors.js';
import { isOpen } from './session/portal-session.js';

/** Ends one of a person's own sessions, this one included. Those of others are as absent as ones that never were. */
export type EndOwnSession = (
  person: Person,
  sessionId: string,
) => Promise<E.Either<SessionNotFound, undefined>>;
export const EndOwnSession = token<EndOwnSession>('EndOwnSession');

export const makeEndOwnSession =
  (storage: Storage, clock: Clock): EndOwnSession =>
  (person, sessionId) =>
    storage.atomically<SessionNotFound, undefined>(async (stores) => {
      const { tenant, userId } = person;
      const now = clock.now();
      const own = (await stores.portal.sessionsOf(tenant, userId)).find(
        (one) =>
          one.sessionId === sessionId && (isOpen(one, now) || sessionId === person.sessionId),
      );
      if (own === undefined) return E.left(SessionNotFound());
      await endSession(stores, own, now, sessionId === person.sessionId ? 'logout' : 'ended');
      return E.right(undefined);
    });
