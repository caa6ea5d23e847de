import type { Causes } from '../duty/causes.js';
import { groupCommit } from '../../kernel/flow/group-commit.js';
import { MINUTE, type EpochMs } from '../../kernel/values/time.js';
import { commit } from '../../storage/commit.js';
import { isStorageAway } from '../../storage/storage-away.js';
import type { Storage } from '../../storage/storage.js';
import {
  IDLE_LIFE,
  type PortalSession,
  type SessionUse,
} from '../../model/portal/session/portal-session.js';

/** When sessions were last used, as far as this process and the storage know. */
export interface SessionUses {
  readonly latest: (session: PortalSession) => EpochMs;
  /** Notes a use, without making the request wait. */
  readonly note: (session: PortalSession, now: EpochMs) => void;
}

interface Seen {
  readonly usedAt: EpochMs;
  readonly notedAt: EpochMs;
}

/**
 * Keeps every use in memory, and writes each session's at most once a minute, those that come together in one
 * write: a session that another process served last may end up to a minute early, and none ends late. In memory
 * is what was used within the last quarter of an hour.
 */
export const sessionUses = (storage: Storage, causes: Causes): SessionUses => {
  const seen = new Map<string, Seen>();
  const write = groupCommit<SessionUse, undefined>(
    async (uses) => {
      await commit(storage, ({ portal }) => portal.noteSessionUses(uses));
      return uses.map(() => undefined);
    },
    100,
    {
      onGroupFailure: (error) => causes.report('note-session-use', error),
      affectsAll: isStorageAway,
    },
  );

  const forgetIdle = (now: EpochMs): void => {
    for (const [sessionId, { usedAt }] of seen) {
      if (now - usedAt < IDLE_LIFE) return;
      seen.delete(sessionId);
    }
  };

  return {
    latest: ({ sessionId, usedAt }) => Math.max(usedAt, seen.get(sessionId)?.usedAt ?? usedAt),
    note: ({ sessionId, usedAt: stored }, now) => {
      const notedAt = Math.max(stored, seen.get(sessionId)?.notedAt ?? stored);
      const isDue = now - notedAt >= MINUTE;
      // Last in the order of the map, so that what is idle stands first.
      seen.delete(sessionId);
      seen.set(sessionId, { usedAt: now, notedAt: isDue ? now : notedAt });
      forgetIdle(now);
      if (!isDue) return;
      // The next minute of use brings another.
      write({ sessionId, usedAt: now }).catch((error: unknown) => {
        causes.report('note-session-use', error, [{ subjectId: sessionId }]);
      });
    },
  };
};
