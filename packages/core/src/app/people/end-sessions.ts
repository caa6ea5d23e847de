import { change } from '../change/change.js';
import { E } from '../../kernel/fp.js';
import type { UserId } from '../../kernel/values/ids.js';
import type { UseCase } from '../../kernel/use-case/use-case.js';
import { token } from '../../kernel/token.js';
import { personToChange, PersonChangeInput, type PersonChangeError } from './person-change.js';
import { ending } from '../portal/end-session.js';

/** The number of sessions that were ended. */
export interface EndedSessions {
  readonly userId: UserId;
  readonly ended: number;
}

/** Ends every session of a user: their tokens open nothing from the next request on. They may come in again. */
export type EndSessions = UseCase<PersonChangeInput, PersonChangeError, EndedSessions>;
export const EndSessions = token<EndSessions>('EndSessions');

export const makeEndSessions = change(EndSessions, PersonChangeInput, {
  read: async (stores, tenant, input) => {
    const person = await personToChange(stores, tenant, input);
    return E.isLeft(person)
      ? person
      : E.right(await stores.portal.sessionsOf(tenant, input.userId));
  },
  decide: (sessions, { actorUserId, userId }, at) =>
    E.right({
      changes: { saves: sessions.map(ending('shown_out', at, actorUserId)) },
      answer: { userId, ended: sessions.length },
    }),
});
