import type { UserId } from '../kernel/values/ids.js';
import type { EpochMs } from '../kernel/values/time.js';
import type { Stores } from '../storage/storage.js';
import type { PortalSession } from './session/portal-session.js';
import { closedEntry, type SessionEnd } from './session/session-entry.js';

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
