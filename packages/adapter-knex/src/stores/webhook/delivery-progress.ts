import type { Tenant } from '@hundi/core';
import type { DeliveryProgress, DeliveryStore } from '@hundi/core/storage';
import { flag, int, rowsOf } from '../../engine/described.js';
import type { Dialect } from '../../engine/dialect.js';
import { insertingOne, named } from '../../engine/named.js';
import type { Session } from '../../engine/session.js';
import { intOrNull, present, type Int } from '../rows/present.js';
import { ENDPOINT, OF_ENDPOINT, ownedBy } from './endpoint-owner.js';

type Backoff = NonNullable<DeliveryProgress['backoff']>;

const STATE = rowsOf<DeliveryProgress>()({
  position: int(({ position }) => position),
  failing_since: int(({ failingSince }) => failingSince),
  slow: flag(({ slow }) => slow),
  failures: int(({ backoff }) => backoff?.failures),
  left_alone_until: int(({ backoff }) => backoff?.until),
});
const PROGRESS = rowsOf<DeliveryProgress>()({ ...ENDPOINT.described, ...STATE.described });
const FOUND = STATE.select(STATE.names);

const statements = (dialect: Dialect) => ({
  progress: named(`SELECT ${FOUND.list()} FROM webhook_progress WHERE ${OF_ENDPOINT}`),
  // A range, which a database without statistics takes for a narrow one: it looks by the index then, too.
  failing: `SELECT count(*) AS failing FROM (SELECT 1 FROM webhook_progress
      ${dialect.using('webhook_progress_failing')}
      WHERE failing_since > 0 AND failing_since < ${String(Number.MAX_SAFE_INTEGER)} LIMIT ?) c`,
  putProgress: named(`${insertingOne('webhook_progress', PROGRESS.names)}
      ON CONFLICT (corporate_id, endpoint_id) DO UPDATE SET
        ${STATE.names.map((name) => `${name} = excluded.${name}`).join(', ')}`),
  forget: named(`DELETE FROM webhook_progress WHERE ${OF_ENDPOINT}`),
});

const backoffIn = ({
  failures,
  left_alone_until: until,
}: ReturnType<typeof FOUND.rows>[number]): Backoff | null =>
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
      const [row] = FOUND.rows(await sql.progress.all(session, ownedBy(tenant, endpointId)));
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
    putProgress: async (progress) => {
      await sql.putProgress.run(session, PROGRESS.values(progress));
    },
    forgetProgress: async (tenant, endpointId) => {
      await sql.forget.run(session, ownedBy(tenant, endpointId));
    },
  });
};
