import {
  rowId,
  ROWS_MAX,
  type JobId,
  type Payout,
  type PayoutStore,
  type PayoutTally,
  type Tenant,
} from '@hundi/core';
import type { Dialect } from '../engine/dialect.js';
import type { Rows, Session } from '../engine/session.js';
import { limitUse } from './limit-use.js';
import { ID_COLUMNS, PAYOUT_COLUMNS } from './payout-columns.js';
import { payoutOf, type PayoutRow } from './payout-row.js';
import { payoutWrites } from './payout-writes.js';
import type { Int } from './present.js';

const SELECTED = Object.keys(PAYOUT_COLUMNS)
  .map((name) => `t.${name}`)
  .join(', ');
const OF_TENANT = 't.corporate_id = ? AND t.bank_id = ?';

const payoutsOf = (rows: Rows): ReadonlyArray<Payout> =>
  (rows as ReadonlyArray<PayoutRow>).map(payoutOf);

interface TallyRow {
  readonly job_id: JobId;
  readonly intake: PayoutTally['intake'];
  readonly status: PayoutTally['status'] | null;
  readonly count: Int;
}

const tallyOf = ({ job_id, intake, status, count }: TallyRow): PayoutTally => ({
  jobId: job_id,
  intake,
  ...(status === null || status === undefined ? {} : { status }),
  count: Number(count),
});

const statements = (dialect: Dialect) => {
  const byId = dialect.using('payouts_by_id');
  const many = dialect.rows(ID_COLUMNS);
  const ranges = dialect.rows({ job_id: 'uuid', first: 'uuid', last: 'uuid' });
  return {
    find: `SELECT ${SELECTED} FROM payouts t ${byId} WHERE ${OF_TENANT} AND t.payout_id = ?`,
    findAnywhere: `SELECT ${SELECTED} FROM payouts t ${dialect.using('payouts_anywhere')}
      WHERE t.payout_id = ?`,
    many,
    findMany: dialect.lookup({
      rows: many,
      table: 'payouts',
      index: 'payouts_by_id',
      select: SELECTED,
      where: `${OF_TENANT} AND t.payout_id = s.payout_id`,
    }),
    ofJob: `SELECT ${SELECTED} FROM payouts t ${byId}
      WHERE ${OF_TENANT} AND t.payout_id BETWEEN ? AND ? ORDER BY t.payout_id LIMIT ?`,
    ranges,
    tally: `SELECT s.job_id, t.intake, t.status, count(*) AS count
      FROM ${ranges.from} CROSS JOIN payouts t ${byId}
      WHERE ${OF_TENANT} AND t.payout_id BETWEEN s.first AND s.last
      GROUP BY s.job_id, t.intake, t.status`,
  };
};

/** Payouts: plain columns, written and read in bulk. */
export const payoutStore = (dialect: Dialect): ((session: Session) => PayoutStore) => {
  const sql = statements(dialect);
  const writes = payoutWrites(dialect);
  const limits = limitUse(dialect);
  const scope = ({ corporateTenantId, bankTenantId }: Tenant) => [corporateTenantId, bankTenantId];

  return (session) => ({
    ...writes(session),
    ...limits(session),
    find: async (tenant, id) => payoutsOf(await session.all(sql.find, [...scope(tenant), id]))[0],
    findMany: async (tenant, ids) =>
      payoutsOf(
        await session.all(sql.findMany, [
          ...sql.many.bind([...new Set(ids)].map((id) => [id])),
          ...scope(tenant),
        ]),
      ),
    findAnywhere: async (id) => payoutsOf(await session.all(sql.findAnywhere, [id]))[0],
    ofJob: async (tenant, jobId, from, limit) =>
      from >= ROWS_MAX || limit < 1
        ? []
        : payoutsOf(
            await session.all(sql.ofJob, [
              ...scope(tenant),
              rowId(jobId, from),
              rowId(jobId, Math.min(from + limit, ROWS_MAX) - 1),
              limit,
            ]),
          ),
    tally: async (tenant, jobIds) => {
      const ranges = [...new Set(jobIds)].map((id) => [id, rowId(id, 0), rowId(id, ROWS_MAX - 1)]);
      const rows = await session.all(sql.tally, [...sql.ranges.bind(ranges), ...scope(tenant)]);
      return (rows as ReadonlyArray<TallyRow>).map(tallyOf);
    },
  });
};
