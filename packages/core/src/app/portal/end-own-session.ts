import * as t from 'io-ts';
import { E } from '../../kernel/fp.js';
import { record } from '../../kernel/codecs/record.js';
import { callersUseCase, type CallersUseCase } from '../../kernel/use-case/use-case.js';
import { Clock } from '../../ports/clock.js';
import { Storage } from '../../storage/storage.js';
import { recipe, token } from '../../kernel/token.js';
import type { Person } from '../../model/portal/session/person.js';
import { endSession } from './end-session.js';
import { SessionNotFound } from '../../model/portal/session/login-errors.js';
import { isOpen } from '../../model/portal/session/portal-session.js';

const EndOwnSessionInput = record('EndOwnSessionInput', { sessionId: t.string });
type EndOwnSessionInput = t.TypeOf<typeof EndOwnSessionInput>;

/** Ends one of a person's own sessions, this one included. Those of others are as absent as ones that never were. */
export type EndOwnSession = CallersUseCase<Person, EndOwnSessionInput, SessionNotFound, undefined>;
export const EndOwnSession = token<EndOwnSession>('EndOwnSession');

export const makeEndOwnSession = recipe(EndOwnSession, { Storage, Clock }, ({ storage, clock }) =>
  callersUseCase(EndOwnSessionInput, (person, { sessionId }) =>
    storage.atomically(async (stores) => {
      const { tenant, userId } = person;
      const now = clock.now();
      const own = (await stores.portal.sessionsOf(tenant, userId)).find(
        (one) =>
          one.sessionId === sessionId && (isOpen(one, now) || sessionId === person.sessionId),
      );
      if (own === undefined) return E.left(SessionNotFound());
      await endSession(stores, own, now, sessionId === person.sessionId ? 'logout' : 'ended');
      return E.right(undefined);
    }),
  ),
);
