import * as t from 'io-ts';
import { oneOf } from '../../../kernel/codecs/one-of.js';
import { BankTenantId, CorporateTenantId } from '../../../kernel/values/ids.js';
import { Paise } from '../../../kernel/values/money.js';
import { text } from '../../../kernel/values/text.js';
import { MINUTE } from '../../../kernel/values/time.js';
import { DECLINE_CODES } from '../../../ports/card-acquirer.js';
import { ShownCard } from '../card/card.js';
import { record } from '../../../kernel/codecs/record.js';

/** How long a session lives (§3.5). */
export const SESSION_LIFE = 15 * MINUTE;

/** Card attempts of a session (§3.5). */
export const ATTEMPTS_MAX = 3;

const REFERENCE = /^[A-Za-z0-9._/-]{1,64}$/;
/**
 * What a merchant knows a payment by; GST invoice numbers hold slashes. The return signature holds it unescaped, so
 * it has no room for an `&` or an `=`.
 */
export const CheckoutReference = text(
  'CheckoutReference',
  '1 to 64 letters, digits, dots, underscores, hyphens and slashes',
  REFERENCE,
  'Your reference for reconciliation: 1 to 64 letters, digits, dots, underscores, hyphens and slashes.',
);
export type CheckoutReference = t.TypeOf<typeof CheckoutReference>;

/** The status of a collection checkout session (§3.5). */
export const CollectionStatus = t.keyof(
  { open: null, complete: null, expired: null, failed: null, cancelled: null },
  'CheckoutSessionStatus',
);
export type CollectionStatus = t.TypeOf<typeof CollectionStatus>;

/**
 * `charging` until the acquirer's answer is known; `absent` never reached it; a late success is `reversing` until
 * its money is back. In a session that is not `complete`, `approved` is a success from before a restore.
 */
const AttemptState = t.keyof({
  charging: null,
  approved: null,
  declined: null,
  absent: null,
  reversing: null,
  reversed: null,
});

export const DeclineCodes = oneOf(DECLINE_CODES, 'DeclineCode');

/** One card that a customer tried. Times in epoch ms. */
export const CardAttempt = record(
  'CardAttempt',
  { number: t.number, state: AttemptState, card: ShownCard, startedAt: t.number },
  { authCode: t.string, declineCode: DeclineCodes },
);
export type CardAttempt = t.TypeOf<typeof CardAttempt>;

/** A customer's card payment on the hosted page (§2.11). Times in epoch ms. */
export const CollectionSession = record(
  'CollectionSession',
  {
    sessionId: t.string,
    bankTenantId: BankTenantId,
    corporateTenantId: CorporateTenantId,
    amount: Paise,
    reference: CheckoutReference,
    status: CollectionStatus,
    attempts: t.readonlyArray(CardAttempt),
    /** 1, 2, 3 …: one for each change. */
    sequence: t.number,
    createdAt: t.number,
    expiresAt: t.number,
    changedAt: t.number,
    /** The secret of the page's address, sealed: an id is seen by more people than may pay or cancel. */
    sealedToken: t.string,
  },
  {
    description: t.string,
    /** Where the customer goes back to, and the secret key that signs it; a payment link has none. */
    returns: t.strict({ successUrl: t.string, cancelUrl: t.string, keyId: t.string }),
    linkId: t.string,
    endedAt: t.number,
  },
);
export type CollectionSession = t.TypeOf<typeof CollectionSession>;

/** The attempt whose outcome is not known yet. */
export const inFlight = ({ attempts }: CollectionSession): CardAttempt | undefined =>
  attempts.find(({ state }) => state === 'charging');

export const paidBy = ({ status, attempts }: CollectionSession): CardAttempt | undefined =>
  status === 'complete' ? attempts.find(({ state }) => state === 'approved') : undefined;
