import { tenantOf } from '../../../kernel/values/tenant.js';
import type { JournalEntry } from '../../journal/entry/entry.js';
import type { JsonObject } from '../../../kernel/codecs/json.js';
import type { Via } from '../../../kernel/values/via.js';
import type { CollectionStep } from './collection-machine.js';
import type { CollectionSession } from './collection-session.js';
import { collectionEvent } from './collection-view.js';
import type { PaymentLink } from './payment-link.js';

/** The actor in the journal for a customer who tried a card, left the page or opened a link. Customers have no name. */
export const CUSTOMER = 'customer';

export const newSessionEntry = (session: CollectionSession, actor: string): JournalEntry => ({
  ...sessionSubject(session),
  sequence: session.sequence,
  to: session.status,
  at: session.createdAt,
  actor,
  changes: {
    amount: session.amount,
    reference: session.reference,
    expiresAt: session.expiresAt,
    ...(session.linkId !== undefined && { linkId: session.linkId }),
  },
  ...(session.returns !== undefined && { via: { keyId: session.returns.keyId } }),
});

/** The journal entry of a change: of the card only the displayable part, and at the end the values of the event. */
export const sessionEntry = (
  before: CollectionSession,
  { next, attempt }: CollectionStep,
  { actor, via }: { readonly actor: string; readonly via?: Via },
): JournalEntry => ({
  ...sessionSubject(next),
  sequence: next.sequence,
  from: before.status,
  to: next.status,
  at: next.changedAt,
  actor,
  changes: {
    ...attemptChanges(next, attempt),
    // Fixed with the change: what comes later shows in no event of this one.
    ...(before.status !== next.status && { object: collectionEvent(next) }),
  },
  ...(via !== undefined && { via }),
});

const attemptChanges = (
  { attempts }: CollectionSession,
  number: number | undefined,
): JsonObject => {
  const attempt = attempts.find((one) => one.number === number);
  if (attempt === undefined) return {};
  const { state, card, authCode, declineCode } = attempt;
  return {
    attempt: attempt.number,
    attemptState: state,
    cardBrand: card.brand,
    cardLast4: card.last4,
    ...(authCode !== undefined && { authCode }),
    ...(declineCode !== undefined && { declineCode }),
  };
};

const sessionSubject = (session: CollectionSession) =>
  ({
    tenant: tenantOf(session),
    subjectKind: 'checkout_session',
    subjectId: session.sessionId,
  }) as const;

export const linkEntry = (
  link: PaymentLink,
  actor: string,
  before?: PaymentLink,
): JournalEntry => ({
  tenant: tenantOf(link),
  subjectKind: 'payment_link',
  subjectId: link.linkId,
  sequence: link.sequence,
  ...(before !== undefined && { from: before.status }),
  to: link.status,
  at: link.changedAt,
  actor,
  changes: {
    ...(before === undefined && {
      amount: link.amount,
      reference: link.reference,
      expiresAt: link.expiresAt,
    }),
    ...(link.mails !== (before?.mails ?? 0) && { mails: link.mails }),
    ...(link.sessionId !== undefined &&
      link.sessionId !== before?.sessionId && { sessionId: link.sessionId }),
  },
});
