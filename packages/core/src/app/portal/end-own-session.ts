import * as t from 'io-ts';
import { E } from '../../kernel/fp.js';
import { callersChange } from '../change/change.js';
import { record } from '../../kernel/codecs/record.js';
import type { CallersUseCase } from '../../kernel/use-case/use-case.js';
import { token } from '../../kernel/token.js';
import type { Person } from '../../model/portal/session/person.js';
import { ending } from './end-session.js';
import { SessionNotFound } from '../../model/portal/session/login-errors.js';
import { isOpen } from '../../model/portal/session/portal-session.js';

const EndOwnSessionInput = record('EndOwnSessionInput', { sessionId: t.string });
type EndOwnSessionInput = t.TypeOf<typeof EndOwnSessionInput>;

/** Ends one of a person's own sessions, this one included. Those of others are as absent as ones that never were. */
export type EndOwnSession = CallersUseCase<Person, EndOwnSessionInput, SessionNotFound, undefined>;
export const EndOwnSession = token<EndOwnSession>('EndOwnSession');

export const makeEndOwnSession = callersChange(EndOwnSession, EndOwnSessionInput, {
  read: async ({ portal }, { tenant, userId }) => E.right(await portal.sessionsOf(tenant, userId)),
  decide: (sessions, { sessionId }, at, person) => {
    const isThis = sessionId === person.sessionId;
    const own = sessions.find((one) => one.sessionId === sessionId && (isThis || isOpen(one, at)));
    return own === undefined
      ? E.left(SessionNotFound())
      : E.right({
          changes: { saves: [ending(isThis ? 'logout' : 'ended', at)(own)] },
          answer: undefined,
        });
  },
});
