import { writeRecords } from '../writer/write-changes.js';
import type { EpochMs } from '../../kernel/values/time.js';
import type { Stores } from '../../storage/storage.js';
import type { PortalSession } from '../../model/portal/session/portal-session.js';
import { closedEntry, type SessionEnd } from '../../model/portal/session/session-entry.js';

/** Ends a session and says so in the journal; one that has ended already stays as it is. */
export const endSession = async (
  stores: Stores,
  session: PortalSession,
  at: EpochMs,
  reason: SessionEnd,
): Promise<void> => {
  // Before the entry is decided on: of several units that end it at once only one says so.
  if (!(await stores.portal.endSession(session.sessionId))) return;
  await writeRecords(stores, { entries: [closedEntry(session, at, reason, session.userId)] });
};
