import type { JournalEntry } from '../../model/journal/entry/entry.js';
import { eventTypeOf } from '../event/event-kind.js';
import type { Draft, Renderer } from '../event/renderer.js';
import type { TransactionId } from '../../kernel/values/ids.js';
import { CURRENCY } from '../../kernel/values/money.js';
import type { PayoutCheckoutObject } from './checkout-object.js';
import type { PayoutCheckoutId } from '../../model/payout-checkout/session/checkout-id.js';
import type {
  PayoutCheckout,
  PayoutCheckoutStatus,
} from '../../model/payout-checkout/session/payout-checkout.js';

export const payoutCheckoutEvents: Renderer = async ({ payoutCheckouts }, tenant, entries) => {
  const drafts = new Map<string, Draft>();
  for (const id of new Set(entries.map(({ subjectId }) => subjectId as PayoutCheckoutId))) {
    const tried = await payoutCheckouts.find(tenant, id);
    if (tried !== undefined) drafts.set(id, eventsOf(tried.session));
  }
  return drafts;
};

const eventsOf =
  (session: PayoutCheckout): Draft =>
  (entry) => {
    const type = eventTypeOf(entry);
    return type === undefined
      ? []
      : [
          {
            type,
            object: sessionObject(session, entry),
            ...(entry.from !== undefined && { previousStatus: entry.from }),
          },
        ];
  };

/** Frozen values come from the session; its end comes from the entry. */
const sessionObject = (
  { sessionId, amount, reference, beneficiaryId, makerUserId, ...session }: PayoutCheckout,
  { to, at, changes }: JournalEntry,
): PayoutCheckoutObject => ({
  object: 'payout_checkout_session',
  sessionId,
  status: to as PayoutCheckoutStatus,
  makerUserId,
  amount: { value: amount, currency: CURRENCY },
  transactionReference: reference,
  beneficiaryId,
  ...(session.metadata !== undefined && { metadata: session.metadata }),
  createdAt: session.createdAt,
  expiresAt: session.expiresAt,
  ...(to !== 'expired' && { completedAt: at }),
  ...(changes['transactionId'] !== undefined && {
    transactionId: changes['transactionId'] as TransactionId,
  }),
});
