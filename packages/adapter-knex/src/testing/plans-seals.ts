import type { Tenant } from '@hundi/core';
import type { Stores } from '@hundi/core/storage';
import { EPOCH, LEASE_MS, sealingOf } from '@hundi/testkit';

/** Seals entries, each with an event. */
export const sealSome = async ({ seals }: Stores, tenant: Tenant, count: number): Promise<void> => {
  const [held] = await seals.claim([tenant], EPOCH, LEASE_MS);
  if (held === undefined) throw new Error('another process seals');
  const { entries, completeUpTo } = await seals.unsealed(tenant, count);
  const sealing = { ...sealingOf(held, entries, ['transaction.paid']), upTo: completeUpTo };
  if ((await seals.write(held, sealing)) === 'lost') throw new Error('another process seals');
};

/** Every statement about seals and events. */
export const lookAtSeals = async (
  { seals, events, journal }: Stores,
  tenant: Tenant,
  subjects: ReadonlyArray<string>,
): Promise<void> => {
  await seals.waiting(EPOCH, undefined, 10);
  await seals.nextDue(EPOCH);
  await seals.unsealed(tenant, 100);
  await seals.chain(tenant, 500, 300);
  await seals.head(tenant);
  await seals.orphans(tenant);
  await seals.tenants(undefined, 10);
  await journal.ofMany(tenant, subjects);
  await journal.last(tenant, '1');
  await events.after(tenant, 500, 51);
  await events.after(tenant, 500, 51, ['transaction.paid', 'webhook.test']);
  await events.of(tenant, ['evt_7', 'evt_8']);
  await events.at(tenant, [7, 8]);
  await events.lastPosition(tenant);
};
