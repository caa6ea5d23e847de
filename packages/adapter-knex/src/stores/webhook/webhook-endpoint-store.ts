import { WebhookEndpoint, type DisabledBy, type WebhookEndpointStore } from '@hundi/core/storage';
import type { Dialect } from '../../engine/dialect.js';
import { named } from '../../engine/named.js';
import type { Session } from '../../engine/session.js';
import { OWNED, OWNER } from '../rows/owner.js';
import type { Int } from '../rows/present.js';
import { recordsOf, smallRecords, withTenant } from '../rows/small-records.js';

const REASONS: ReadonlyArray<DisabledBy> = ['gone', 'failing', 'person'];

/** Endpoints. */
export const webhookEndpointStore = (
  dialect: Dialect,
): ((session: Session) => WebhookEndpointStore) => {
  const endpoints = smallRecords(
    dialect,
    'webhook_endpoints',
    'id',
    WebhookEndpoint,
    ({ endpointId }) => endpointId,
    { disabled_by: ({ disabled }) => disabled?.by ?? '' },
  );
  const count = (by: DisabledBy): string =>
    `(SELECT count(*) FROM (SELECT 1 FROM webhook_endpoints ${dialect.using('webhook_endpoints_disabled')}
      WHERE disabled_by = '${by}' LIMIT ?) c) AS ${by}`;
  const disabled = `SELECT ${REASONS.map(count).join(', ')}`;
  const disabledBy = `SELECT record FROM webhook_endpoints ${dialect.using('webhook_endpoints_disabled')}
    WHERE disabled_by = ? LIMIT ?`;
  const remove = named(`DELETE FROM webhook_endpoints WHERE id = :id AND ${OWNED}`);
  return (session) => ({
    of: (tenant) => endpoints.of(session, tenant),
    find: async (tenant, endpointId) => (await endpoints.some(session, tenant, [endpointId]))[0],
    some: (limit) => endpoints.first(session, limit),
    disabled: async (limit) => {
      const [row] = (await session.all(
        disabled,
        REASONS.map(() => limit),
      )) as ReadonlyArray<Readonly<Record<DisabledBy, Int>>>;
      return {
        gone: Number(row?.gone),
        failing: Number(row?.failing),
        person: Number(row?.person),
      };
    },
    disabledBy: async (by, limit) =>
      recordsOf(WebhookEndpoint, await session.all(disabledBy, [by, limit])),
    put: (records) => endpoints.put(session, withTenant(records)),
    remove: async (tenant, endpointId) => {
      await remove.run(session, { ...OWNER.values(tenant), id: endpointId });
    },
  });
};
