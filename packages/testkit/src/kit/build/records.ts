import type { BankAnswer, Tenant, TransactionId } from '@hundi/core';
import type {
  ApiKey,
  CollectionSession,
  Incident,
  JournalEntry,
  LoginChallenge,
  PayoutCheckout,
  PayoutCheckoutId,
  PaymentLink,
  KeptUpload,
  PortalSession,
  SecretKey,
  WebhookEndpoint,
} from '@hundi/core/wire';
import type { Claim, KeptAnswer, NewWork } from '@hundi/core/storage';
import { EPOCH } from './ids.js';
import { aTenant } from './tenancy.js';
import type { Overrides } from './plain.js';

const YEAR = 365 * 24 * 60 * 60 * 1_000;

/** Partner key `n`, of a year, for all payments. */
export const anApiKey = (tenant: Tenant, n: number, overrides: Overrides<ApiKey> = {}): ApiKey =>
  ({
    ...tenant,
    keyId: `api-key-${String(n)}`,
    name: 'main',
    secretDigest: `digest-${String(n)}`,
    scopes: ['payments'],
    createdByUserId: 'user-1',
    createdAt: EPOCH,
    expiresAt: EPOCH + YEAR,
    ...overrides,
  }) as ApiKey;

/** Merchant key `n`, of a year. */
export const aSecretKey = (
  tenant: Tenant,
  n: number,
  overrides: Overrides<SecretKey> = {},
): SecretKey =>
  ({
    ...tenant,
    keyId: `secret-key-${String(n)}`,
    name: 'main',
    sealedSecret: `sealed-${String(n)}`,
    createdByUserId: 'user-1',
    createdAt: EPOCH,
    expiresAt: EPOCH + YEAR,
    ...overrides,
  }) as SecretKey;

/** Endpoint `n`, which hears of everything. */
export const anEndpoint = (
  tenant: Tenant,
  n: number,
  overrides: Overrides<WebhookEndpoint> = {},
): WebhookEndpoint =>
  ({
    ...tenant,
    endpointId: `we_${String(n)}`,
    url: `https://hooks.example/${String(n)}`,
    eventTypes: ['*'],
    sealedSecret: `sealed-${String(n)}`,
    createdAt: EPOCH,
    ...overrides,
  }) as WebhookEndpoint;

/** A payout's change of status, by person 1. */
export const anEntry = (
  tenant: Tenant,
  subjectId: string,
  sequence: number,
  overrides: Partial<JournalEntry> = {},
): JournalEntry => ({
  tenant,
  subjectKind: 'payout',
  subjectId,
  sequence,
  to: 'pending_approval',
  at: EPOCH + sequence,
  actor: 'user-1',
  changes: {},
  ...overrides,
});

/** The outcome of an order is unknown. */
export const anIncident = (
  tenant: Tenant,
  subjectId: string,
  overrides: Partial<Incident> = {},
): Incident => ({
  tenant,
  kind: 'outcome_unknown',
  subjectId,
  at: EPOCH,
  detail: 'The bank does not answer.',
  ...overrides,
});

/** Something to send to the bank, due at once. */
export const someWork = (
  tenant: Tenant,
  subject: string,
  overrides: Partial<NewWork> = {},
): NewWork => ({ duty: 'send-to-bank', subject, tenant, runAt: EPOCH, ...overrides });

/** How long {@link aClaim} holds what it claims. */
export const LEASE_MS = 30_000;

/** Claims everything that is to be sent to the bank, and falls due as the same duty. */
export const aClaim = (overrides: Partial<Claim> = {}): Claim => ({
  duty: 'send-to-bank',
  now: EPOCH,
  leaseMs: LEASE_MS,
  limit: 100,
  lapsesTo: 'send-to-bank',
  ...overrides,
});

/** A kept answer to a batch that was accepted. */
export const anAnswer = (
  tenant: Tenant,
  key: string,
  overrides: Partial<KeptAnswer> = {},
): KeptAnswer => ({
  tenant,
  route: 'POST /v1/partner/payments/batches',
  key,
  fingerprint: `fingerprint of ${key}`,
  outcome: 'accepted',
  body: `{"key":"${key}"}`,
  at: EPOCH,
  ...overrides,
});

/** The bank says that a payout of acme is paid. */
export const aBankAnswer = (
  answerId: string,
  transactionId: TransactionId,
  overrides: Partial<BankAnswer> = {},
): BankAnswer => ({
  tenant: aTenant('acme'),
  answerId,
  transactionId,
  verdict: { kind: 'paid', utr: `UTR-${answerId}`, bankReference: `BANK-${answerId}` },
  at: EPOCH,
  ...overrides,
});

/** Challenge `n`, of five minutes, the first of an address of its own, with a code for person 1. */
export const aChallenge = (n: number, overrides: Partial<LoginChallenge> = {}): LoginChallenge => ({
  challengeId: `lc_${String(n)}`,
  addressKey: `address-${String(n)}`,
  sequence: 1,
  createdAt: EPOCH,
  expiresAt: EPOCH + 300_000,
  sealedKey: `sealed-${String(n)}`,
  codes: [
    {
      bankTenantId: 'first-bank',
      corporateTenantId: 'acme',
      userId: 'user-1',
      codeHash: `hash-${String(n)}`,
    } as LoginChallenge['codes'][number],
  ],
  ...overrides,
});

/** Session `n` of person 1, of a day. */
export const aSession = (
  tenant: Tenant,
  n: number,
  overrides: Partial<PortalSession> = {},
): PortalSession => ({
  sessionId: `session-${String(n)}`,
  tenant,
  userId: 'user-1' as PortalSession['userId'],
  tokenDigest: `digest-${String(n)}`,
  createdAt: EPOCH,
  expiresAt: EPOCH + 86_400_000,
  usedAt: EPOCH,
  confirmedAt: EPOCH,
  ...overrides,
});

/** Upload `n` of person 1, kept for an hour. */
export const anUpload = (
  tenant: Tenant,
  n: number,
  overrides: Partial<KeptUpload> = {},
): KeptUpload => ({
  uploadId: `upload-${String(n).padStart(7, '0')}`,
  tenant,
  userId: 'user-1' as KeptUpload['userId'],
  expiresAt: EPOCH + 3_600_000,
  content: `content-${String(n)}`,
  ...overrides,
});

/** The id of checkout session `n`. */
export const aCheckoutId = (n: number): PayoutCheckoutId =>
  `pcs_${String(n).padStart(32, '0')}` as PayoutCheckoutId;

/** Open checkout session `n`, of fifteen minutes, for person 1. */
export const aCheckout = (
  tenant: Tenant,
  n: number,
  overrides: Overrides<Omit<PayoutCheckout, 'status'>> & {
    readonly status?: PayoutCheckout['status'];
  } = {},
): PayoutCheckout =>
  ({
    ...tenant,
    sessionId: aCheckoutId(n),
    makerUserId: 'user-1',
    amount: 50_000,
    reference: `REF-${String(n)}`,
    beneficiaryId: 'payee-1',
    beneficiaryAccountNumber: '123456780001',
    tokenDigest: `digest-${String(n)}`,
    createdAt: EPOCH,
    expiresAt: EPOCH + 900_000,
    revision: 1,
    codesSent: 0,
    nextCodeAt: EPOCH,
    status: 'open',
    ...overrides,
  }) as unknown as PayoutCheckout;

/** Collection session `n` of fifteen minutes, for ₹100 and a key of the corporate. */
export const aCollection = (
  tenant: Tenant,
  n: number,
  overrides: Partial<CollectionSession> = {},
): CollectionSession => ({
  sessionId: `cs_${String(n)}`,
  ...tenant,
  amount: 10_000 as CollectionSession['amount'],
  reference: `ORDER-${String(n)}` as CollectionSession['reference'],
  status: 'open',
  attempts: [],
  sequence: 1,
  createdAt: EPOCH,
  expiresAt: EPOCH + 900_000,
  changedAt: EPOCH,
  sealedToken: `sealed-${String(n)}`,
  returns: {
    successUrl: 'https://shop.example/thanks',
    cancelUrl: 'https://shop.example/basket',
    keyId: 'key-1',
  },
  ...overrides,
});

/** Payment link `n` of a day, for ₹100. */
export const aPaymentLink = (
  tenant: Tenant,
  n: number,
  overrides: Partial<PaymentLink> = {},
): PaymentLink => ({
  linkId: `pl_${String(n)}`,
  ...tenant,
  amount: 10_000 as PaymentLink['amount'],
  reference: `ORDER-${String(n)}` as PaymentLink['reference'],
  status: 'open',
  createdBy: 'user-1' as PaymentLink['createdBy'],
  sequence: 1,
  createdAt: EPOCH,
  expiresAt: EPOCH + 86_400_000,
  changedAt: EPOCH,
  sessions: 0,
  mails: 0,
  sealedToken: `sealed-${String(n)}`,
  ...overrides,
});
