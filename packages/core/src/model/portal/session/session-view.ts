import * as t from 'io-ts';
import { alias, documented } from '../../../kernel/codecs/documented.js';
import { record } from '../../../kernel/codecs/record.js';
import { EpochMs } from '../../../kernel/values/time.js';
import type { PortalSession } from './portal-session.js';

/** A session as its person sees it: never its token, nor the digest of it. Times in epoch ms. */
export const SessionView = documented(
  record('SessionView', {
    sessionId: t.string,
    createdAt: EpochMs,
    lastUsedAt: alias(EpochMs, { description: 'Epoch milliseconds, to the minute.' }),
    expiresAt: EpochMs,
    isCurrent: alias(t.boolean, { description: 'Whether this request uses the session.' }),
  }),
  { description: 'A session of the user, without its token.' },
);
export type SessionView = t.TypeOf<typeof SessionView>;

export const sessionView = (session: PortalSession, currentId: string): SessionView => ({
  sessionId: session.sessionId,
  createdAt: session.createdAt,
  lastUsedAt: session.usedAt,
  expiresAt: session.expiresAt,
  isCurrent: session.sessionId === currentId,
});
