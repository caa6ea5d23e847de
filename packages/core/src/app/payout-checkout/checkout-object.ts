import * as t from 'io-ts';
import { about } from '../../kernel/codecs/documented.js';
import { describedRecord } from '../../kernel/codecs/record.js';
import { BeneficiaryId, TransactionId, UserId } from '../../kernel/values/ids.js';
import { Metadata } from '../../kernel/values/metadata.js';
import { Money } from '../../kernel/values/money.js';
import { Reference } from '../../kernel/values/text.js';
import { EpochMs } from '../../kernel/values/time.js';
import { PayoutCheckoutId } from '../../model/payout-checkout/session/checkout-id.js';
import { PayoutCheckoutStatus } from '../../model/payout-checkout/session/payout-checkout.js';

/** A payout checkout session as its events show it. */
export const PayoutCheckoutObject = describedRecord(
  'PayoutCheckoutObject',
  'A payout checkout session that is over.',
  {
    object: t.literal('payout_checkout_session'),
    sessionId: PayoutCheckoutId,
    status: PayoutCheckoutStatus,
    makerUserId: UserId,
    amount: Money,
    transactionReference: Reference,
    beneficiaryId: BeneficiaryId,
    createdAt: EpochMs,
    expiresAt: EpochMs,
  },
  {
    metadata: Metadata,
    completedAt: about(EpochMs, 'When the session was submitted or cancelled. Epoch milliseconds.'),
    transactionId: TransactionId,
  },
);
export type PayoutCheckoutObject = t.TypeOf<typeof PayoutCheckoutObject>;
