import type { Tenant } from '@hundi/core';
import type { PersonFactors } from '@hundi/core/storage';
import { EPOCH } from './ids.js';
import type { Overrides } from './plain.js';

/** The factors of person `n`: an authenticator app that is active. */
export const personFactors = (
  { bankTenantId, corporateTenantId }: Tenant,
  n: number,
  overrides: Overrides<PersonFactors> = {},
): PersonFactors =>
  ({
    id: `pf_${String(n).padStart(4, '0')}`,
    bankTenantId,
    corporateTenantId,
    userId: `user-${String(n)}`,
    revision: 1,
    factors: [
      {
        factorId: `f_${String(n)}`,
        kind: 'totp',
        name: 'Phone',
        state: 'active',
        revision: 3,
        createdAt: EPOCH,
        sealedSecret: `sealed-${String(n)}`,
        lastStep: 5,
      },
    ],
    challenges: [],
    ...overrides,
  }) as PersonFactors;
