import { Clock } from '../../ports/clock.js';
import { commit } from '../../storage/commit.js';
import { Storage } from '../../storage/storage.js';
import { recipe, token } from '../../kernel/token.js';
import type { Person } from '../../model/portal/session/person.js';
import { endSession } from './end-session.js';

/** Ends a person's session: its token opens nothing from the next request on. Ending it again changes nothing. */
export type Logout = (person: Person) => Promise<void>;
export const Logout = token<Logout>('Logout');

export const makeLogout = recipe(
  Logout,
  { Storage, Clock },
  ({ storage, clock }) =>
    ({ sessionId }) =>
      commit(storage, async (stores) => {
        const session = await stores.portal.session(sessionId);
        if (session !== undefined) await endSession(stores, session, clock.now(), 'logout');
      }),
);
