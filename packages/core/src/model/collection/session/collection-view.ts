import * as t from 'io-ts';
import { about } from '../../../kernel/codecs/documented.js';
import { CURRENCY, Paise } from '../../../kernel/values/money.js';
import { describedRecord, record } from '../../../kernel/codecs/record.js';
import { EpochMs } from '../../../kernel/values/time.js';
import { Url } from '../../../kernel/values/url.js';
import { Whole } from '../../../kernel/values/whole.js';
import { CardBrand } from '../../../ports/card-acquirer.js';
import {
  ATTEMPTS_MAX,
  CheckoutReference,
  CollectionStatus,
  DeclineCodes,
  paidBy,
  type CardAttempt,
  type CollectionSession,
} from './collection-session.js';
import { declineText } from './declines.js';

const CardPayment = record('CardPayment', {
  card_brand: CardBrand,
  card_last4: t.string,
  auth_code: about(t.string, "The acquirer's authorization."),
});

const nullable = (codec: t.Type<string>) => t.union([codec, t.null]);

const NAME = {
  id: about(t.string, 'Store it with the order before you redirect the customer.'),
  object: t.literal('checkout.session'),
};

const FIELDS = {
  status: CollectionStatus,
  payment_status: t.keyof({ paid: null, unpaid: null }, 'PaymentStatus'),
  amount: Paise,
  currency: t.literal(CURRENCY),
  reference: CheckoutReference,
  description: nullable(t.string),
  success_url: nullable(Url),
  cancel_url: nullable(Url),
  created_at: EpochMs,
  expires_at: EpochMs,
  attempts: record('CardAttempts', { used: Whole, max: Whole }),
};

const OUTCOME = {
  completed_at: EpochMs,
  payment: CardPayment,
  last_error: record('CardError', { code: DeclineCodes, message: t.string }),
};

/** A collection checkout session as the merchant's backend sees it (§2.11, decisions §10). */
export const CheckoutSessionObject = describedRecord(
  'CheckoutSession',
  'A card payment of a customer on the hosted page (§2.11).',
  {
    ...NAME,
    url: about(Url, 'Redirect the browser here, with 303 See Other.'),
    ...FIELDS,
  },
  OUTCOME,
);
export type CheckoutSessionObject = t.TypeOf<typeof CheckoutSessionObject>;

/** The session without its address, which is for the customer's browser only: as events carry it. */
export const CheckoutSessionEvent = record('CheckoutSessionEvent', { ...NAME, ...FIELDS }, OUTCOME);
export type CheckoutSessionEvent = t.TypeOf<typeof CheckoutSessionEvent>;

const paymentOf = ({ card, authCode = '' }: CardAttempt) => ({
  card_brand: card.brand,
  card_last4: card.last4,
  auth_code: authCode,
});

export const collectionEvent = (session: CollectionSession): CheckoutSessionEvent => {
  const { returns, attempts, endedAt } = session;
  const paid = paidBy(session);
  const declined = attempts.findLast(({ state }) => state === 'declined')?.declineCode;
  return {
    id: session.sessionId,
    object: 'checkout.session',
    status: session.status,
    payment_status: paid === undefined ? 'unpaid' : 'paid',
    amount: session.amount,
    currency: CURRENCY,
    reference: session.reference,
    description: session.description ?? null,
    success_url: returns?.successUrl ?? null,
    cancel_url: returns?.cancelUrl ?? null,
    created_at: session.createdAt,
    expires_at: session.expiresAt,
    attempts: { used: attempts.length, max: ATTEMPTS_MAX },
    ...(paid !== undefined && endedAt !== undefined && { completed_at: endedAt }),
    ...(paid !== undefined && { payment: paymentOf(paid) }),
    ...(declined !== undefined && {
      last_error: { code: declined, message: declineText(declined, session.status === 'open') },
    }),
  };
};

export const collectionObject = (
  session: CollectionSession,
  url: string,
): CheckoutSessionObject => {
  const { id, object, ...rest } = collectionEvent(session);
  return { id, object, url, ...rest };
};
