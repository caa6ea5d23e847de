import type { Tenant, TransactionId } from '@hundi/core';
import type { PayoutStore, ReportFilter, SpanTallies, SpanTally } from '@hundi/core/storage';
import type { Dialect } from '../../../engine/dialect.js';
import type { Session } from '../../../engine/session.js';
import type { Int } from '../../rows/present.js';
import { idAfter, isEmpty } from '../../rows/uuid-range.js';
import { reportCondition } from './report-conditions.js';
import { idsOf } from './report.js';

interface Row {
  readonly span: Int;
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
  const payouts = `payouts t ${dialect.using('payouts_by_id')}`;
  const own = 't.corporate_id = ? AND t.payout_id BETWEEN ? AND ?';
  const beyond = `SELECT t.payout_id FROM ${payouts} WHERE ${own}
    ORDER BY t.payout_id DESC LIMIT 1 OFFSET ?`;

  const counted = (tenant: Tenant, filter: ReportFilter, starts: ReadonlyArray<number>) => {
    const { sql, bindings } = reportCondition(dialect, tenant, filter);
    return {
      sql: `SELECT c.span, c.status, count(*) AS count, CAST(sum(c.amount) AS text) AS amount,
          min(c.created_at) AS since
        FROM (SELECT ${spanOf(starts)} AS span, coalesce(t.status, 'queued') AS status, t.amount,
            t.created_at FROM ${payouts} WHERE ${own} AND t.created_at >= ? AND ${sql}) c
        GROUP BY c.span, c.status`,
      // A condition on the span would look for each payout's span twice.
      bindings: [starts[0], ...bindings],
    };
  };

  return (session) =>
    async (tenant, filter, starts, rowsMax): Promise<SpanTallies> => {
      const range = idsOf(filter, undefined);
      if (isEmpty(range) || starts.length === 0) return { tallies: [] };
      const corporate = tenant.corporateTenantId;
      const [left] = (await session.all(beyond, [
        corporate,
        range.first,
        range.last,
        rowsMax,
      ])) as ReadonlyArray<{ readonly payout_id: TransactionId }>;
      const stoppedAt = left?.payout_id;
      const first =
        stoppedAt === undefined ? range.first : idAfter({ first: stoppedAt, last: stoppedAt });
      const { sql, bindings } = counted(tenant, filter, starts);
      const rows = (await session.all(sql, [
        ...starts.toReversed(),
        corporate,
        first,
        range.last,
        ...bindings,
      ])) as ReadonlyArray<Row>;
      return { tallies: rows.map(tallyOf), ...(stoppedAt !== undefined && { stoppedAt }) };
    };
};
