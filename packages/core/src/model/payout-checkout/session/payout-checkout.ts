import * as t from 'io-ts';
import {
  BankTenantId,
  BeneficiaryId,
  CorporateTenantId,
  TransactionId,
  UserId,
} from '../../../kernel/values/ids.js';
import { Metadata } from '../../../kernel/values/metadata.js';
import { Paise } from '../../../kernel/values/money.js';
import { AccountNumber, Reference } from '../../../kernel/values/text.js';
import { MINUTE } from '../../../kernel/values/time.js';
import { Via } from '../../../kernel/values/via.js';
import { PayoutCheckoutId } from './checkout-id.js';
import { FrozenPayee } from './frozen-payee.js';
import { KeptCode } from './kept-code.js';
import { record } from '../../../kernel/codecs/record.js';

/** The lifetime of a session (§3.4). */
export const PAYOUT_CHECKOUT_LIFE = 15 * MINUTE;

export const PayoutCheckoutStatus = t.keyof(
  { open: null, submitted: null, cancelled: null, expired: null },
  'PayoutCheckoutStatus',
);
/** The status of a payout checkout session (§3.4). */
export type PayoutCheckoutStatus = t.TypeOf<typeof PayoutCheckoutStatus>;
/** The status of a payout checkout session that is over (§3.4). */
export type ClosedStatus = Exclude<PayoutCheckoutStatus, 'open'>;

/** The values that are frozen from the beginning, and the browser that holds the session. */
const Common = record(
  'Common',
  {
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
    /** 1 at the beginning, one more with each write. */
    revision: t.number,
    codesSent: t.number,
    /** From when on the next code may be sent. */
    nextCodeAt: t.number,
  },
  {
    redirectUrl: t.string,
    cancelUrl: t.string,
    metadata: Metadata,
    /** The payee and that account's bank when the session was opened; sessions of older versions have none. */
    payee: FrozenPayee,
    /** SHA-256 of the secret of the browser that the session was handed to last. */
    browserDigest: t.string,
    /** The last code: those before it are void. */
    code: KeptCode,
    /** The key that opened it; its payout came by the same. */
    via: Via,
  },
);

const Open = t.intersection([Common, t.strict({ status: t.literal('open') })]);
export type OpenSession = t.TypeOf<typeof Open>;

const Over = t.strict({ closedAt: t.number });

const Submitted = t.intersection([
  Common,
  Over,
  t.strict({ status: t.literal('submitted'), transactionId: TransactionId }),
]);
const Cancelled = t.intersection([Common, Over, t.strict({ status: t.literal('cancelled') })]);
const Expired = t.intersection([Common, Over, t.strict({ status: t.literal('expired') })]);

/** One payout that a maker is to authorize on the hosted page. Times in epoch ms. */
export const PayoutCheckout = t.union([Open, Submitted, Cancelled, Expired]);
export type PayoutCheckout = t.TypeOf<typeof PayoutCheckout>;

export type ClosedSession = Exclude<PayoutCheckout, OpenSession>;
