import * as t from 'io-ts';
import { about, documented } from '../../kernel/codecs/documented.js';
import { BeneficiaryId, TransactionId, UserId } from '../../kernel/values/ids.js';
import { Metadata } from '../../kernel/values/metadata.js';
import { describedRecord, record } from '../../kernel/codecs/record.js';
import { Reference } from '../../kernel/values/text.js';
import { EpochMs, Instant } from '../../kernel/values/time.js';
import { Url } from '../../kernel/values/url.js';
import { PaymentAmount } from '../intake/request/payments-request.js';
import { PayoutStatus } from '../../model/payout/payout.js';
import { PayoutCheckoutId } from '../../model/payout-checkout/session/checkout-id.js';
import { PayoutCheckoutStatus } from '../../model/payout-checkout/session/payout-checkout.js';
import { ReturnUrl } from '../../model/payout-checkout/session/return-url.js';

/** The body of §4.10. */
export const PayoutCheckoutRequest = record(
  'PayoutCheckoutRequest',
  {
    makerUserId: about(
      UserId,
      'An approved person (not a service user) with the permission transaction.make.',
    ),
    amount: PaymentAmount,
    transactionReference: Reference,
    beneficiaryId: about(
      BeneficiaryId,
      'An approved beneficiary. The session keeps the number of its current default account; a name or IFSC that changes meanwhile needs a new code.',
    ),
  },
  {
    redirectUrl: ReturnUrl,
    cancelUrl: ReturnUrl,
    metadata: Metadata,
  },
);
export type PayoutCheckoutRequest = t.TypeOf<typeof PayoutCheckoutRequest>;

/** The answer to an opened session (§2.10). */
export const OpenedPayoutCheckout = record('OpenedPayoutCheckout', {
  sessionId: PayoutCheckoutId,
  token: about(t.string, 'The secret in hostedUrl.'),
  hostedUrl: about(Url, 'Redirect the browser of the maker here as a full page, never embedded.'),
  expiresAt: EpochMs,
});
export type OpenedPayoutCheckout = t.TypeOf<typeof OpenedPayoutCheckout>;

const CheckoutState = record(
  'PayoutCheckoutState',
  { sessionId: PayoutCheckoutId, status: PayoutCheckoutStatus, expiresAt: Instant },
  { completedAt: about(Instant, 'When the session was submitted or cancelled.') },
);

const CheckoutTransaction = record('PayoutCheckoutTransaction', {
  transactionId: TransactionId,
  transactionReference: Reference,
  status: PayoutStatus,
});

/** A session as its corporate reads it (§2.10). */
export const PayoutCheckoutRecord = describedRecord(
  'PayoutCheckoutRecord',
  'A payout checkout session (§2.10).',
  {
    checkout: CheckoutState,
    transaction: documented(t.union([CheckoutTransaction, t.null]), {
      description:
        'The payout; null until the maker has authorized it. It is accepted for approval, not settled.',
    }),
  },
);
export type PayoutCheckoutRecord = t.TypeOf<typeof PayoutCheckoutRecord>;
