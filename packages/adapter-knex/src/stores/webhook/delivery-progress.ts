import type { Tenant } from '@hundi/core';
import type { DeliveryProgress, DeliveryStore } from '@hundi/core/storage';
import type { Dialect } from '../../engine/dialect.js';
import type { Session } from '../../engine/session.js';
import { intOrNull, present, type Int } from '../rows/present.js';

type Backoff = NonNullable<DeliveryProgress['backoff']>;

interface ProgressRow {
  readonly position: Int;
  readonly failing_since: Int | null;
  readonly slow: Int;
  readonly failures: Int | null;
  readonly left_alone_until: Int | null;
}

/** What a statement on the rows of one endpoint binds first. */
export const own = ({ corporateTenantId, bankTenantId }: Tenant, endpointId: string) => [
  endpointId,
  corporateTenantId,
  bankTenantId,
];

export const OWN = 'endpoint_id = ? AND corporate_id = ? AND bank_id = ?';

const statements = (dialect: Dialect) => ({
  progress: `SELECT position, failing_since, slow, failures, left_alone_until FROM webhook_progress WHERE ${OWN}`,
  // A range, which a database without statistics takes for a narrow one: it looks by the index then, too.
  failing: `SELECT count(*) AS failing FROM (SELECT 1 FROM webhook_progress
      ${dialect.using('webhook_progress_failing')}
      WHERE failing_since > 0 AND failing_since < ${String(Number.MAX_SAFE_INTEGER)} LIMIT ?) c`,
  putProgress: `INSERT INTO webhook_progress
      (endpoint_id, corporate_id, bank_id, position, failing_since, slow, failures, left_alone_until)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?)
      ON CONFLICT (endpoint_id) DO UPDATE SET position = excluded.position,
        failing_since = excluded.failing_since, slow = excluded.slow,
        failures = excluded.failures, left_alone_until = excluded.left_alone_until`,
  forget: `DELETE FROM webhook_progress WHERE ${OWN}`,
});

const backoffIn = ({ failures, left_alone_until: until }: ProgressRow): Backoff | null =>
  failures === null || until === null ? null : { failures: Number(failures), until: Number(until) };

/** How far each endpoint has come, and whether it does nothing but fail: one row for each. */
export const deliveryProgress = (
  dialect: Dialect,
): ((session: Session) => Pick<DeliveryStore, 'progress' | 'failing' | 'putProgress'> & {
  readonly forgetProgress: (tenant: Tenant, endpointId: string) => Promise<void>;
}) => {
  const sql = statements(dialect);
  return (session) => ({
    progress: async (tenant, endpointId) => {
      const rows = await session.all(sql.progress, own(tenant, endpointId));
      const [row] = rows as ReadonlyArray<ProgressRow>;
      return row === undefined
        ? undefined
        : present<DeliveryProgress>({
            tenant,
            endpointId,
            position: Number(row.position),
            failingSince: intOrNull(row.failing_since),
            slow: Number(row.slow) === 1,
            backoff: backoffIn(row),
          });
    },
    failing: async (limit) => {
      const rows = await session.all(sql.failing, [limit]);
      return Number((rows as ReadonlyArray<{ readonly failing: Int }>)[0]?.failing);
    },
    putProgress: async ({ tenant, endpointId, position, failingSince, slow, backoff }) => {
      const state = [position, failingSince ?? null, slow ? 1 : 0];
      const rest = [...state, backoff?.failures ?? null, backoff?.until ?? null];
      await session.run(sql.putProgress, [...own(tenant, endpointId), ...rest]);
    },
    forgetProgress: async (tenant, endpointId) => {
      await session.run(sql.forget, own(tenant, endpointId));
    },
  });
};
