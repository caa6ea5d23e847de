import type { Tenant } from '@hundi/core';
import type { ReportSearch } from '@hundi/core/storage';
import type { Dialect } from '../../../engine/dialect.js';
import type { Session } from '../../../engine/session.js';
import type { Int } from '../../rows/present.js';
import { searchCondition } from './report-conditions.js';
import type { UuidRange } from '../../rows/uuid-range.js';

/** The newest payouts of a range. */
export interface Stride {
  /** The part of the range that they take up: all of it, when there are not so many. */
  readonly walked: UuidRange;
  /** How many of them the search finds. */
  readonly matches: number;
}

interface Row {
  readonly rows: Int;
  readonly first: string | null;
  readonly matches: Int | null;
}

/** Says of the newest payouts of a range how many of them a search finds. */
export const reportStride =
  (dialect: Dialect) =>
  (
    session: Session,
    { corporateTenantId }: Tenant,
    search: ReportSearch,
  ): ((range: UuidRange, rows: number) => Promise<Stride>) => {
    const found = searchCondition(dialect, search);
    const sql = `SELECT count(*) AS rows, min(CAST(u.payout_id AS text)) AS first,
        sum(u.found) AS matches
      FROM (SELECT t.payout_id, CASE WHEN ${found.sql} THEN 1 ELSE 0 END AS found
        FROM payouts t ${dialect.using('payouts_by_id')}
        WHERE t.corporate_id = ? AND t.payout_id BETWEEN ? AND ?
        ORDER BY t.payout_id DESC LIMIT ?) u`;

    return async ({ first, last }, rows) => {
      const [row] = (await session.all(sql, [
        ...found.bindings,
        corporateTenantId,
        first,
        last,
        rows,
      ])) as ReadonlyArray<Row>;
      const whole = Number(row?.rows ?? 0) < rows;
      return {
        walked: { first: whole ? first : (row?.first ?? first), last },
        matches: Number(row?.matches ?? 0),
      };
    };
  };
