import type { Stores } from '../../storage/storage.js';
import { newSessionEntry } from '../session/collection-entry.js';
import { tenantOf, type CollectionSession } from '../session/collection-session.js';

/** Writes a new session, and lets it expire in time. */
export const addSession = async (
  { collections, journal, work }: Stores,
  session: CollectionSession,
  actor: string,
): Promise<void> => {
  await collections.addSession(session);
  await journal.append([newSessionEntry(session, actor)]);
  await work.add([
    {
      duty: 'expire-collections',
      subject: session.sessionId,
      tenant: tenantOf(session),
      runAt: session.expiresAt,
    },
  ]);
};
