import * as t from 'io-ts';
import { about } from '../../../kernel/codecs/documented.js';
import { describedRecord, shownAs } from '../../../kernel/codecs/record.js';
import { EpochMs } from '../../../kernel/values/time.js';
import type { PortalSession } from './portal-session.js';

/** A session as its person sees it: never its token, nor the digest of it. Times in epoch ms. */
export const SessionView = describedRecord(
  'SessionView',
  'A session of the user, without its token.',
  {
    sessionId: t.string,
    createdAt: EpochMs,
    lastUsedAt: about(EpochMs, 'Epoch milliseconds, to the minute.'),
    expiresAt: EpochMs,
    isCurrent: about(t.boolean, 'Whether this request uses the session.'),
  },
);
export type SessionView = t.TypeOf<typeof SessionView>;

export const sessionView = (session: PortalSession, currentId: string): SessionView => {
  const isCurrent = session.sessionId === currentId;
  return shownAs(SessionView, { ...session, lastUsedAt: session.usedAt, isCurrent });
};
