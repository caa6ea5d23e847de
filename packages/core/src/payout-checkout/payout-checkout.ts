import * as t from 'io-ts';
import {
  BankTenantId,
  BeneficiaryId,
  CorporateTenantId,
  TransactionId,
  UserId,
} from '../kernel/ids.js';
import { Metadata } from '../kernel/metadata.js';
import { Paise } from '../kernel/money.js';
import { AccountNumber, Reference } from '../kernel/text.js';
import { MINUTE } from '../kernel/time.js';
import { PayoutCheckoutId } from './checkout-id.js';

/** How long a session can be used (§3.4). */
export const PAYOUT_CHECKOUT_LIFE = 15 * MINUTE;

export const PayoutCheckoutStatus = t.keyof(
  { open: null, submitted: null, cancelled: null, expired: null },
  'PayoutCheckoutStatus',
);
/** Where a payout checkout session is (§3.4). */
export type PayoutCheckoutStatus = t.TypeOf<typeof PayoutCheckoutStatus>;
export type ClosedStatus = Exclude<PayoutCheckoutStatus, 'open'>;

/** What is frozen from the beginning on, and who holds the session. */
const Common = t.intersection([
  t.strict({
    sessionId: PayoutCheckoutId,
    bankTenantId: BankTenantId,
    corporateTenantId: CorporateTenantId,
    makerUserId: UserId,
    amount: Paise,
    reference: Reference,
    beneficiaryId: BeneficiaryId,
    /** The payee's default account when the session was opened. */
    beneficiaryAccountNumber: AccountNumber,
    /** SHA-256 of the token that `hostedUrl` carries. */
    tokenDigest: t.string,
    createdAt: t.number,
    expiresAt: t.number,
    /** 1 at the beginning, one more with each change. */
    revision: t.number,
  }),
  t.exact(
    t.partial({
      redirectUrl: t.string,
      cancelUrl: t.string,
      metadata: Metadata,
      /** SHA-256 of what the browser holds that the session was handed to last. */
      browserDigest: t.string,
    }),
  ),
]);

const OpenSession = t.intersection([Common, t.strict({ status: t.literal('open') })]);

const SubmittedSession = t.intersection([
  Common,
  t.strict({ status: t.literal('submitted'), closedAt: t.number, transactionId: TransactionId }),
]);

const CancelledSession = t.intersection([
  Common,
  t.strict({ status: t.literal('cancelled'), closedAt: t.number }),
]);

const ExpiredSession = t.intersection([
  Common,
  t.strict({ status: t.literal('expired'), closedAt: t.number }),
]);

/** One payout that a maker is to authorize on the hosted page. Times in epoch ms. */
export const PayoutCheckout = t.union([
  OpenSession,
  SubmittedSession,
  CancelledSession,
  ExpiredSession,
]);
export type PayoutCheckout = t.TypeOf<typeof PayoutCheckout>;
