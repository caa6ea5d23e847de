import type { Tenant } from '@hundi/core';
import type { Stores } from '@hundi/core/storage';
import { aDelivery, anAttempt, EPOCH, someWork } from '@hundi/testkit';

/** Those that grow. */
export const TABLES = ['webhook_queue', 'webhook_attempts'];

/** One row in every table about deliveries. */
export const plantDeliveries = async ({ deliveries }: Stores, acme: Tenant): Promise<void> => {
  await deliveries.queue([aDelivery(acme, 900_000)]);
  await deliveries.note([anAttempt(acme, 900_000)]);
};

/** Thousands of deliveries of webhooks, to sixty endpoints. */
export const growDeliveries = async ({ deliveries }: Stores, acme: Tenant): Promise<void> => {
  const endpointOf = (n: number) => ({ endpointId: `we_${String(n % 60)}` });
  await deliveries.queue(
    Array.from({ length: 6_000 }, (_, n) => aDelivery(acme, n, endpointOf(n))),
  );
  await deliveries.note(Array.from({ length: 6_000 }, (_, n) => anAttempt(acme, n, endpointOf(n))));
};

/** Every statement that writes of deliveries of webhooks. */
export const delivering = async ({ deliveries, work }: Stores, acme: Tenant): Promise<void> => {
  await work.wake([someWork(acme, 'woken'), someWork(acme, '7')]);
  await deliveries.putProgress({ tenant: acme, endpointId: 'we_1', position: 1, slow: false });
  await deliveries.queue(Array.from({ length: 400 }, (_, n) => aDelivery(acme, n)));
  await deliveries.unqueue(acme, 'we_1', ['evt_1', 'evt_61']);
  await deliveries.delay(acme, 'we_1', EPOCH - 1, EPOCH);
  await deliveries.hasten(acme, 'we_1', EPOCH + 5);
  await deliveries.restart(acme, 'we_1', EPOCH, EPOCH);
  await deliveries.note([anAttempt(acme, 1)]);
  await deliveries.forgetAttempts(acme, 'we_1', EPOCH + 1, 10);
  await deliveries.forget(acme, 'we_2');
};

/** Every statement that reads of deliveries of webhooks. */
export const lookAtDeliveries = async ({ deliveries }: Stores, acme: Tenant): Promise<void> => {
  await deliveries.progress(acme, 'we_1');
  await deliveries.due(acme, 'we_1', EPOCH, 500);
  await deliveries.untried(acme, 'we_1', EPOCH, 1);
  await deliveries.nextDue(acme, 'we_1');
  await deliveries.queuedOf(acme, 'we_1', ['evt_1', 'evt_61']);
  await deliveries.tally(acme, 'we_1', 1_000);
  await deliveries.attempts(acme, 'we_1', undefined, 50);
  await deliveries.attempts(acme, 'we_1', 500, 50);
};
