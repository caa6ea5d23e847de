import type { Tenant } from '@hundi/core';
import type { ApprovalSignature } from '@hundi/core/storage';
import { EPOCH } from './ids.js';
import type { Overrides } from './plain.js';

/** Signature `n` of a corporate, on one payout. */
export const aSignature = (
  { bankTenantId, corporateTenantId }: Tenant,
  n: number,
  overrides: Overrides<ApprovalSignature> = {},
): ApprovalSignature =>
  ({
    signatureId: `fc_${String(n).padStart(4, '0')}`,
    bankTenantId,
    corporateTenantId,
    userId: `user-${String(n)}`,
    at: EPOCH,
    leaves: `payout-${String(n)} digest`,
    response: '{}',
    passkey: { factorId: 'f_1', credentialId: 'credential', publicKey: 'key', seal: 'seal' },
    ...overrides,
  }) as ApprovalSignature;
