import { NOW, TENANT } from '../../samples.test.data.js';
import { MINUTE } from '../../kernel/values/time.js';
import type { Choice } from '../../model/payout-checkout/session/choice.js';
import type { OpenSession } from '../../model/payout-checkout/session/payout-checkout.js';

/** An open session that begins when samples do. */
export const anOpenSession = (
  overrides: { readonly [K in keyof OpenSession]?: unknown } = {},
): OpenSession =>
  ({
    ...TENANT,
    sessionId: `pcs_${'0'.repeat(32)}`,
    makerUserId: 'u-maker',
    amount: 1_500_000,
    reference: 'INV-1',
    beneficiaryId: 'b-1',
    beneficiaryAccountNumber: '123456780001',
    tokenDigest: 'digest',
    createdAt: NOW,
    expiresAt: NOW + 15 * MINUTE,
    revision: 1,
    codesSent: 0,
    nextCodeAt: NOW,
    status: 'open',
    ...overrides,
  }) as unknown as OpenSession;

export const aChoice = (overrides: Partial<Record<keyof Choice, string>> = {}): Choice =>
  ({
    packageCode: 'VENDOR',
    debitAccountId: 'da-main',
    paymentMethodCode: 'NEFT',
    ...overrides,
  }) as Choice;
