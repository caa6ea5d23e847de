import type { Tenant, TransactionId } from '@hundi/core';
import type { PayoutStore, ReportFilter, SpanTallies, SpanTally } from '@hundi/core/storage';
import type { Dialect } from '../../../engine/dialect.js';
import type { Bound, Session } from '../../../engine/session.js';
import type { Int } from '../../rows/present.js';
import { isEmpty } from '../../rows/uuid-range.js';
import { reportCondition } from './report-conditions.js';
import { idsOf } from './report.js';

interface Row {
  /** Null for payouts that count for no span. */
  readonly span: Int | null;
  readonly status: SpanTally['status'];
  readonly count: Int;
  readonly amount: string;
  readonly since: Int;
}

const tallyOf = ({ span, status, count, amount, since }: Row): SpanTally => ({
  span: Number(span),
  status,
  count: Number(count),
  amount: BigInt(amount),
  since: Number(since),
});

/** The span in which payout `t` was accepted: the last one that began by then. */
const spanOf = (starts: ReadonlyArray<number>): string =>
  `CASE ${starts.map((_, i) => `WHEN t.created_at >= ? THEN ${String(starts.length - 1 - i)}`).join(' ')} END`;

/** Payouts counted by state and span, one statement for all of them. */
export const spanTallies = (
  dialect: Dialect,
): ((session: Session) => PayoutStore['tallySpans']) => {
  const newest = `FROM payouts t ${dialect.using('payouts_by_id')}
    WHERE t.corporate_id = ? AND t.payout_id BETWEEN ? AND ? ORDER BY t.payout_id DESC`;

  // Payouts outside of every span are counted, too: the sum of all counts says whether `rowsMax` was reached.
  const counted = (tenant: Tenant, filter: ReportFilter, starts: ReadonlyArray<number>): Bound => {
    const { sql, bindings } = reportCondition(dialect, tenant, filter);
    return {
      sql: `SELECT c.span, c.status, count(*) AS count, CAST(sum(c.amount) AS text) AS amount,
          min(c.created_at) AS since
        FROM (SELECT CASE WHEN ${sql} THEN ${spanOf(starts)} END AS span,
            coalesce(t.status, 'queued') AS status, t.amount, t.created_at ${newest} LIMIT ?) c
        GROUP BY c.span, c.status`,
      bindings: [...bindings, ...starts.toReversed()],
    };
  };

  return (session) =>
    async (tenant, filter, starts, rowsMax): Promise<SpanTallies> => {
      const range = idsOf(filter, undefined);
      if (isEmpty(range) || starts.length === 0) return { tallies: [] };
      const own = [tenant.corporateTenantId, range.first, range.last];
      const { sql, bindings } = counted(tenant, filter, starts);
      const rows = (await session.all(sql, [...bindings, ...own, rowsMax])) as ReadonlyArray<Row>;
      const looked = rows.reduce((all, { count }) => all + Number(count), 0);
      const [left] = (
        looked < rowsMax
          ? []
          : await session.all(`SELECT t.payout_id ${newest} LIMIT 1 OFFSET ?`, [...own, rowsMax])
      ) as ReadonlyArray<{ readonly payout_id: TransactionId }>;
      return {
        tallies: rows.filter(({ span }) => span !== null).map(tallyOf),
        ...(left !== undefined && { stoppedAt: left.payout_id }),
      };
    };
};
