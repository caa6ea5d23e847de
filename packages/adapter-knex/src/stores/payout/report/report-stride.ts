import type { Tenant } from '@hundi/core';
import type { ReportSearch } from '@hundi/core/storage';
import type { Dialect } from '../../../engine/dialect.js';
import type { Binding, Session } from '../../../engine/session.js';
import type { Int } from '../../rows/present.js';
import { searchCondition } from './report-conditions.js';
import { jobIdOf, type UuidRange } from '../../rows/uuid-range.js';

/** The newest payouts of a range. */
export interface Stride {
  /** The part of the range that they take up: all of it, when there are not so many. */
  readonly walked: UuidRange;
  /** How many of them the search finds. */
  readonly matches: number;
}

/** The first stride of a search. */
export interface FirstStride extends Stride {
  /** The oldest job of the range whose terms are not written. */
  readonly pending: string | undefined;
}

/** Says of the newest payouts of a range how many of them a search finds. */
export interface Strides {
  /** It looks for a pending job in the same statement. */
  readonly first: (range: UuidRange, rows: number) => Promise<FirstStride>;
  readonly next: (range: UuidRange, rows: number) => Promise<Stride>;
}

interface Row {
  readonly rows: Int;
  readonly first: string | null;
  readonly matches: Int | null;
  readonly pending: string | null;
}

export const reportStrides = (
  dialect: Dialect,
): ((session: Session, tenant: Tenant, search: ReportSearch) => Strides) => {
  const pendingJob = `(SELECT t.job_id FROM jobs t ${dialect.using('jobs_without_terms')}
    WHERE t.corporate_id = ? AND t.searchable = 0 AND t.job_id BETWEEN ? AND ?
    ORDER BY t.job_id LIMIT 1)`;

  return (session, { corporateTenantId: corporate }, search) => {
    const found = searchCondition(dialect, search);

    const read = async (
      { first, last }: UuidRange,
      rows: number,
      pending: string,
      bindings: ReadonlyArray<Binding>,
    ): Promise<FirstStride> => {
      const sql = `SELECT count(*) AS rows, min(CAST(u.payout_id AS text)) AS first,
          sum(u.found) AS matches, ${pending} AS pending
        FROM (SELECT t.payout_id, CASE WHEN ${found.sql} THEN 1 ELSE 0 END AS found
          FROM payouts t ${dialect.using('payouts_by_id')}
          WHERE t.corporate_id = ? AND t.payout_id BETWEEN ? AND ?
          ORDER BY t.payout_id DESC LIMIT ?) u`;
      const bound = [...bindings, ...found.bindings, corporate, first, last, rows];
      const [row] = (await session.all(sql, bound)) as ReadonlyArray<Row>;
      const whole = Number(row?.rows ?? 0) < rows;
      return {
        walked: { first: whole ? first : (row?.first ?? first), last },
        matches: Number(row?.matches ?? 0),
        pending: row?.pending ?? undefined,
      };
    };

    return {
      first: (range, rows) =>
        read(range, rows, pendingJob, [corporate, jobIdOf(range.first), range.last]),
      next: (range, rows) => read(range, rows, 'NULL', []),
    };
  };
};
