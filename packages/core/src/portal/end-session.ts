import type { UserId } from '../kernel/ids.js';
import type { EpochMs } from '../kernel/time.js';
import type { Stores } from '../ports/storage.js';
import type { PortalSession } from './portal-session.js';
import { closedEntry, type SessionEnd } from './session-entry.js';

/** Ends a session and says so in the journal; one that has ended already stays as it is. */
export const endSession = async (
  { portal, journal }: Stores,
  session: PortalSession,
  at: EpochMs,
  reason: SessionEnd,
  actor?: UserId,
): Promise<void> => {
  if (await portal.endSession(session.sessionId))
    await journal.append([closedEntry(session, at, reason, actor)]);
};
