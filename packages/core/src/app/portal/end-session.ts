import type { Save } from '../writer/changes.js';
import { writeRecords } from '../writer/write-changes.js';
import type { UserId } from '../../kernel/values/ids.js';
import type { EpochMs } from '../../kernel/values/time.js';
import type { Stores } from '../../storage/storage.js';
import type { PortalSession } from '../../model/portal/session/portal-session.js';
import { closedEntry, type SessionEnd } from '../../model/portal/session/session-entry.js';

/** Ends a session, and says so in the journal unless it has ended already: of several units only one does. */
export const ending =
  (reason: SessionEnd, at: EpochMs, by?: UserId) =>
  (session: PortalSession): Save =>
  async ({ portal }) =>
    (await portal.endSession(session.sessionId))
      ? [closedEntry(session, at, reason, by ?? session.userId)]
      : [];

export const endSession = (
  stores: Stores,
  session: PortalSession,
  at: EpochMs,
  reason: SessionEnd,
): Promise<void> => writeRecords(stores, { saves: [ending(reason, at)(session)] });
