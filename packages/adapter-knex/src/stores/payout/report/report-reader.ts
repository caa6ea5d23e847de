import type { Tenant } from '@hundi/core';
import type { ReportFilter } from '@hundi/core/storage';
import type { Dialect } from '../../../engine/dialect.js';
import type { Session, Tuple } from '../../../engine/session.js';
import { payoutTuple } from '../row/payout-row.js';
import { reportCondition } from './report-conditions.js';
import type { UuidRange } from '../../rows/uuid-range.js';

/** Reads the payouts that meet one filter, newest first. */
export interface ReportReader {
  /** Those of a range of ids, looking at one payout after the other. */
  readonly walk: (range: UuidRange, limit: number) => Promise<ReadonlyArray<Tuple>>;
  /** Those of ranges of ids that do not meet, looking at as few of each as will do. */
  readonly pick: (ranges: ReadonlyArray<UuidRange>, limit: number) => Promise<ReadonlyArray<Tuple>>;
}

const RANGE = { corporate_id: 'text', first: 'uuid', last: 'uuid' } as const;
const ID = { corporate_id: 'text', payout_id: 'uuid' } as const;

export const reportReader = (
  dialect: Dialect,
): ((session: Session, tenant: Tenant, filter: ReportFilter) => ReportReader) => {
  const tuple = payoutTuple(dialect);
  const index = 'payouts_by_id';
  return (session, tenant, filter) => {
    const corporate = tenant.corporateTenantId;
    const condition = reportCondition(dialect, tenant, filter);
    const single = dialect.lookup({
      table: 'payouts',
      index,
      select: tuple,
      where: 't.corporate_id = s.corporate_id AND t.payout_id = s.payout_id',
      only: condition.sql,
    });
    const newest = dialect.newest({
      table: 'payouts',
      index,
      select: tuple,
      own: ['corporate_id'],
      by: 'payout_id',
      where: `t.payout_id BETWEEN s.first AND s.last AND ${condition.sql}`,
    });
    return {
      walk: ({ first, last }, limit) =>
        session.tuples(
          `SELECT ${tuple} FROM payouts t ${dialect.using(index)}
            WHERE t.corporate_id = ? AND t.payout_id BETWEEN ? AND ? AND ${condition.sql}
            ORDER BY t.payout_id DESC LIMIT ?`,
          [corporate, first, last, ...condition.bindings, limit],
        ),
      pick: async (ranges, limit) => {
        if (ranges.length === 0) return [];
        if (ranges.every(({ first, last }) => first === last)) {
          const { sql, bindings } = dialect.over(
            ID,
            (s) => `${single(s)} ORDER BY t.payout_id DESC LIMIT ?`,
          )(ranges.map(({ first }) => [corporate, first]));
          return session.tuples(sql, [...bindings, ...condition.bindings, limit]);
        }
        const { sql, bindings } = dialect.over(
          RANGE,
          newest,
        )(ranges.map(({ first, last }) => [corporate, first, last]));
        return session.tuples(sql, [...bindings, ...condition.bindings, limit, limit]);
      },
    };
  };
};
