import { tenantOf } from '../../../kernel/values/tenant.js';
import type { JournalEntry } from '../../journal/entry/entry.js';
import type { JsonObject } from '../../../kernel/codecs/json.js';
import type { ClosedSession, OpenSession } from './payout-checkout.js';

const subjectOf = (session: OpenSession | ClosedSession) =>
  ({
    tenant: tenantOf(session),
    subjectKind: 'payout_checkout_session',
    subjectId: session.sessionId,
  }) as const;

/** A corporate opened a session for one of its makers. */
export const openedEntry = (session: OpenSession): JournalEntry => ({
  ...subjectOf(session),
  sequence: 1,
  to: session.status,
  at: session.createdAt,
  actor: session.makerUserId,
  changes: {
    reference: session.reference,
    amount: session.amount,
    beneficiaryId: session.beneficiaryId,
    expiresAt: session.expiresAt,
  },
  ...(session.via !== undefined && { via: session.via }),
});

export const endedEntry = (
  session: ClosedSession,
  actor: string,
  changes: JsonObject = {},
): JournalEntry => ({
  ...subjectOf(session),
  sequence: 2,
  from: 'open',
  to: session.status,
  at: session.closedAt,
  actor,
  changes: {
    reference: session.reference,
    ...(session.status === 'submitted' && { transactionId: session.transactionId }),
    ...changes,
  },
});
