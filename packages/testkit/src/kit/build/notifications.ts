import type { Tenant } from '@hundi/core';
import type { PersonNotifications } from '@hundi/core/storage';
import type { Overrides } from './plain.js';

/** What person `n` has been told: nothing, until it is said. */
export const personNotifications = (
  { bankTenantId, corporateTenantId }: Tenant,
  n: number,
  overrides: Overrides<PersonNotifications> = {},
): PersonNotifications =>
  ({
    bankTenantId,
    corporateTenantId,
    userId: `user-${String(n)}`,
    revision: 1,
    off: [],
    told: {},
    outcomes: [],
    ...overrides,
  }) as PersonNotifications;
