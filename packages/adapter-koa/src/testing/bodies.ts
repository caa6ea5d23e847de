import type { Answer, Call, Served } from './serve.js';

/** The body of a new payee, which acme's maker asks for. */
export const aPayee = (members: Readonly<Record<string, unknown>> = {}) => ({
  initiatedByUserId: 'u-maker',
  beneId: 'kapoor01',
  beneName: 'Kapoor Textiles',
  benePhoneNumber: '+919800000009',
  benePackageCodes: ['VENDOR'],
  beneBankAccounts: [{ accountNumber: '987654321001', ifscCode: 'SBIN0000009' }],
  ...members,
});

/** One payment to a payee. */
export const aPayment = (
  beneficiaryId: string,
  transactionReference: string,
  members: Readonly<Record<string, unknown>> = {},
) => ({ transactionReference, beneficiaryId, packageCode: 'VENDOR', amount: 50_000, ...members });

/** The body of a batch, which acme's service user sends. */
export const aBatch = (
  payments: ReadonlyArray<unknown>,
  members: Readonly<Record<string, unknown>> = {},
) => ({ initiatedByUserId: 'u-erp', apiRefNumber: 'RUN-1', payments, ...members });

/** Posts a batch under an idempotency key. */
export const postBatch = (
  { post }: Served,
  body: unknown,
  idempotencyKey: string,
  call: Call = {},
): Promise<Answer> =>
  post('/v1/partner/payments/batches', body, {
    ...call,
    headers: { 'idempotency-key': idempotencyKey, ...call.headers },
  });

export const SESSIONS = '/v1/partner/payout-checkout/sessions';

/** The body of a checkout session, of ₹15,000 for acme's maker to authorize. */
export const aCheckout = (
  beneficiaryId: string,
  members: Readonly<Record<string, unknown>> = {},
) => ({
  makerUserId: 'u-maker',
  amount: { value: 1_500_000, currency: 'INR' },
  transactionReference: 'T-1',
  beneficiaryId,
  ...members,
});
