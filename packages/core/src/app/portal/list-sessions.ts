import { Clock } from '../../ports/clock.js';
import { Storage } from '../../storage/storage.js';
import { recipe, token } from '../../kernel/token.js';
import type { Person } from '../../model/portal/session/person.js';
import { isOpen } from '../../model/portal/session/portal-session.js';
import { sessionView, type SessionView } from '../../model/portal/session/session-view.js';

/** A person's own open sessions, oldest first. */
export type ListSessions = (person: Person) => Promise<ReadonlyArray<SessionView>>;
export const ListSessions = token<ListSessions>('ListSessions');

export const makeListSessions = recipe(
  ListSessions,
  { Storage, Clock },
  ({ storage, clock }) =>
    async ({ tenant, userId, sessionId }) => {
      const sessions = await storage.read(({ portal }) => portal.sessionsOf(tenant, userId));
      const now = clock.now();
      return sessions
        .filter((one) => one.sessionId === sessionId || isOpen(one, now))
        .sort((a, b) => a.createdAt - b.createdAt)
        .map((one) => sessionView(one, sessionId));
    },
);
