import type { Tenant } from '@hundi/core';
import { writeSecret, type WebhookEndpoint } from '@hundi/core/wire';
import { PLAIN_KEY, sealPlainly } from '../../kit/fakes/plain-sealer.js';
import { TENANTS } from './tenants.js';

/** The subscriptions of each corporate's endpoints. */
const SUBSCRIPTIONS: Readonly<Record<string, ReadonlyArray<ReadonlyArray<string>>>> = {
  north: [['*'], ['transaction.paid', 'transaction.failed']],
  south: [['transaction.*', 'payment.job.completed']],
};

const CREATED_AT = Date.UTC(2026, 0, 1);

const SERIAL_DIGITS = 12;

const endpointIdOf = (serial: number): string =>
  `we_00000000-0000-7000-8000-${String(serial).padStart(SERIAL_DIGITS, '0')}`;

/** The second endpoint of north: its receiver stays dead for days, where one does. It hears of little. */
export const LEFT_DEAD = endpointIdOf(2);

const secretOf = (serial: number): string => writeSecret(new Uint8Array(32).fill(serial));

const made = TENANTS.flatMap((tenant) =>
  (SUBSCRIPTIONS[tenant.corporateTenantId] ?? []).map((eventTypes, i) => ({
    tenant,
    eventTypes,
    i,
  })),
).map(({ tenant, eventTypes, i }, before) => {
  const name = `${tenant.corporateTenantId}-${String(i + 1)}`;
  const endpointId = endpointIdOf(before + 1);
  const secret = secretOf(tenant.corporateTenantId.length * 16 + name.charCodeAt(0) + i);
  const endpoint: WebhookEndpoint = {
    ...tenant,
    endpointId,
    url: `https://${name}.example/hooks`,
    eventTypes: [...eventTypes],
    sealedSecret: sealPlainly(PLAIN_KEY, secret, `webhook/${endpointId}`),
    createdAt: CREATED_AT,
  };
  return { endpoint, secret };
});

/** Where the corporates hear of events. */
export const ENDPOINTS: ReadonlyArray<WebhookEndpoint> = made.map(({ endpoint }) => endpoint);

/** The key that signs for an endpoint, as its receiver knows it. */
export const KEYS: ReadonlyMap<string, Uint8Array> = new Map(
  made.map(({ endpoint, secret }) => [
    endpoint.endpointId,
    Buffer.from(secret.slice('whsec_'.length), 'base64'),
  ]),
);

export const tenantOf = ({ bankTenantId, corporateTenantId }: Tenant): Tenant => ({
  bankTenantId,
  corporateTenantId,
});

/** Whether an endpoint subscribes to events of that type: by name, family or all. */
export const wants = ({ eventTypes }: WebhookEndpoint, type: string): boolean =>
  eventTypes.some(
    (one) =>
      one === '*' || one === type || (one.endsWith('.*') && type.startsWith(one.slice(0, -1))),
  );
