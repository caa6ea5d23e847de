import type { JournalEntry } from '../../journal/entry/entry.js';
import type { JsonObject } from '../../../kernel/codecs/json.js';
import type { UserId } from '../../../kernel/values/ids.js';
import type { EpochMs } from '../../../kernel/values/time.js';
import type { PortalSession } from './portal-session.js';

const subjectOf = ({ tenant, sessionId }: PortalSession) =>
  ({ tenant, subjectKind: 'portal_session', subjectId: sessionId }) as const;

/** A person came in, by a code from their mailbox, and how else. */
export const openedEntry = (session: PortalSession, how: JsonObject = {}): JournalEntry => ({
  ...subjectOf(session),
  sequence: 1,
  to: 'open',
  at: session.createdAt,
  actor: session.userId,
  changes: { expiresAt: session.expiresAt, ...how },
});

/**
 * Why a session ended: its person went (`logout`) or ended it from elsewhere (`ended`), it was not used (`idle`), it
 * lost its eligible person (`not_eligible`), or a person who may edit settings ended it (`shown_out`).
 */
export type SessionEnd = 'logout' | 'ended' | 'idle' | 'not_eligible' | 'shown_out';

/** They went, or were shown out: an expired session ends without a word. */
export const closedEntry = (
  session: PortalSession,
  at: EpochMs,
  reason: SessionEnd,
  actor: UserId,
): JournalEntry => ({
  ...subjectOf(session),
  sequence: 2,
  from: 'open',
  to: 'closed',
  at: Math.max(at, session.createdAt),
  actor,
  changes: { reason },
});
