import type { Tenant } from '@hundi/core';
import type { DeliveryAttempt, QueuedDelivery } from '@hundi/core/wire';
import { EPOCH } from './ids.js';
import type { Overrides } from './plain.js';

/** A delivery of event `n` to endpoint 1, due at {@link EPOCH}. */
export const aDelivery = (
  tenant: Tenant,
  n: number,
  overrides: Overrides<QueuedDelivery> = {},
): QueuedDelivery => ({
  tenant,
  endpointId: 'we_1',
  eventId: `evt_${String(n)}`,
  type: 'transaction.paid',
  eventAt: EPOCH,
  attempts: 1,
  dueAt: EPOCH,
  ...overrides,
});

/** The first attempt to deliver event `n` to endpoint 1, which took it. */
export const anAttempt = (
  tenant: Tenant,
  n: number,
  overrides: Overrides<DeliveryAttempt> = {},
): DeliveryAttempt => ({
  tenant,
  endpointId: 'we_1',
  eventId: `evt_${String(n)}`,
  type: 'transaction.paid',
  attempt: 1,
  at: EPOCH,
  durationMs: 7,
  status: 'delivered',
  code: 204,
  ...overrides,
});
