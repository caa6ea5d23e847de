import type { Tenant } from '@hundi/core';
import type { SettingsChange } from '@hundi/core/wire';
import { EPOCH } from './ids.js';
import type { Overrides } from './plain.js';

/** Proposed change `n` of settings, which waits for a second. */
export const aSettingsChange = (
  tenant: Tenant,
  n: number,
  overrides: Overrides<SettingsChange> = {},
): SettingsChange =>
  ({
    changeId: `sc_${String(n).padStart(4, '0')}`,
    ...tenant,
    kind: 'put_checkout_settings',
    details: { destinationHosts: ['a.example'], nested: { list: [1, null, '"'] } },
    payload: '{"checkout":{}}',
    proposedBy: 'user-1',
    proposedAt: EPOCH,
    expiresAt: EPOCH + 1_000,
    state: 'pending',
    revision: 1,
    ...overrides,
  }) as SettingsChange;
