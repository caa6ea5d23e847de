import type { Day, Tenant, TransactionId } from '@hundi/core';
import type {
  AcceptedPayout,
  ApprovalWait,
  AwaitingFilter,
  AwaitingGroup,
  PayoutRange,
  PayoutStore,
} from '@hundi/core/storage';
import { bulk } from '../../engine/bulk.js';
import { sharing } from '../../engine/described.js';
import type { Dialect } from '../../engine/dialect.js';
import type { Bound, Session, Tuple } from '../../engine/session.js';
import { OWNED_ID, RANGE } from '../payout/row/payout-columns.js';
import { payoutOf, payoutTuple } from '../payout/row/payout-row.js';
import type { Int } from '../rows/present.js';
import { OWNER } from '../rows/owner.js';
import { EVERY_UUID, idsOfJob } from '../rows/uuid-range.js';

const TABLE = 'awaiting_approval';

/** All that a decision depends on. */
const GROUP = `coalesce(CAST(t.job_id AS text), CAST(t.payout_id AS text)), t.package_code,
  t.debit_account_id, t.payment_method, t.status, t.created_by, t.approval, t.payout_date`;

const OWNED_RANGE = sharing(OWNER, RANGE);

const WITHIN = 'a.corporate_id = ? AND a.bank_id = ? AND a.payout_id >= ? AND a.payout_id < ?';

const statements = (dialect: Dialect) => {
  const index = dialect.primaryOf(TABLE);
  const awaiting = `${TABLE} a ${dialect.using(index)}`;
  const own = 't.corporate_id = a.corporate_id AND t.payout_id = a.payout_id';
  const ofBound = 't.corporate_id = s.corporate_id AND t.payout_id = a.payout_id';
  const payouts = { table: 'payouts', index: 'payouts_by_id' } as const;
  const inRange = dialect.each({
    table: TABLE,
    index,
    as: 'a',
    where: `a.corporate_id = s.corporate_id AND a.bank_id = s.bank_id
      AND a.payout_id BETWEEN s.first AND s.last`,
  });
  const tuple = payoutTuple(dialect);
  const waits = dialect.lookup({
    ...payouts,
    only: inRange.where,
    select: `s.first, min(t.created_at) AS created_at, min(t.payout_date) AS payout_date`,
    where: ofBound,
  });
  const overdue = dialect.lookup({
    ...payouts,
    only: inRange.where,
    select: tuple,
    where: `${ofBound} AND (t.created_at <= ? OR t.payout_date < ?)`,
  });
  return {
    enter: dialect.insert({ table: TABLE, columns: OWNED_ID.columns }),
    leave: bulk(
      dialect,
      OWNED_ID.columns,
      dialect.remove({
        table: TABLE,
        index,
        key: ['corporate_id', 'bank_id', 'payout_id'],
        where: `t.corporate_id = s.corporate_id AND t.bank_id = s.bank_id
          AND t.payout_id = s.payout_id`,
      }),
    ),
    /** The newest that meet a condition on `t`. */
    newest: (condition: string) => {
      const found = dialect.lookup({
        ...payouts,
        select: tuple,
        where: `${own} AND ${condition}`,
        only: WITHIN,
      });
      return `${found(awaiting)} ORDER BY a.payout_id DESC LIMIT ?`;
    },
    /** The groups of those that meet a condition on `t`. */
    groups: (condition: string) => {
      const found = dialect.lookup({
        ...payouts,
        select: `min(CAST(t.payout_id AS text)) AS first, count(*) AS count, CAST(sum(t.amount) AS text) AS amount,
          min(t.created_at) AS since`,
        where: `${own} AND ${condition}`,
        only: WITHIN,
      });
      return `${found(awaiting)} GROUP BY ${GROUP} ORDER BY first DESC LIMIT ?`;
    },
    waits: bulk(dialect, OWNED_RANGE.columns, (s) => `${waits(inRange.from(s))} GROUP BY s.first`),
    overdue: bulk(dialect, OWNED_RANGE.columns, (s) => `${overdue(inRange.from(s))} LIMIT ?`),
  };
};

interface WaitRow {
  readonly first: TransactionId;
  readonly created_at: Int;
  readonly payout_date: Day | null;
}

const waitOf = ({ first, created_at, payout_date }: WaitRow): ApprovalWait => ({
  first,
  createdAt: Number(created_at),
  ...(payout_date !== null && { payoutDate: payout_date }),
});

const payoutsOf = (rows: ReadonlyArray<Tuple>) =>
  // Only what intake accepted awaits approval.
  rows.map(payoutOf) as ReadonlyArray<AcceptedPayout>;

interface GroupRow {
  readonly first: TransactionId;
  readonly count: Int;
  readonly amount: string;
  readonly since: Int;
}

const groupOf = ({ first, count, amount, since }: GroupRow): AwaitingGroup => ({
  first,
  count: Number(count),
  amount: BigInt(amount),
  since: Number(since),
});

/** The ids among which those lie that a filter can find: the rows of one job, or all below a place. */
const spanOf = (
  { jobId }: AwaitingFilter,
  before: TransactionId | undefined,
): readonly [from: string, before: string] => {
  if (jobId === undefined) return [EVERY_UUID.first, before ?? EVERY_UUID.last];
  const { first, last } = idsOfJob(jobId);
  return [first, before !== undefined && before < last ? before : last];
};

/** A filter as conditions on `t`. */
const conditionsOf = (dialect: Dialect, filter: AwaitingFilter): ReadonlyArray<Bound> => {
  const { packageCodes, debitAccountIds, status, jobId, makerUserId } = filter;
  const { minAmount, maxAmount, createdUpTo } = filter;
  const one = (sql: string, value: string | number | undefined): ReadonlyArray<Bound> =>
    value === undefined ? [] : [{ sql, bindings: [value] }];
  return [
    dialect.among('t.package_code', packageCodes),
    dialect.among('t.debit_account_id', debitAccountIds),
    ...one('t.status = ?', status),
    ...one('t.job_id = ?', jobId),
    ...one(`${dialect.schema.member('t.created_by', 'userId')} = ?`, makerUserId),
    ...one('t.amount >= ?', minAmount),
    ...one('t.amount <= ?', maxAmount),
    ...one('t.created_at <= ?', createdUpTo),
  ];
};

type Reads = Pick<PayoutStore, 'awaiting' | 'awaitingGroups' | 'waits' | 'overdue'>;

/**
 * The payouts that await approval, in a table of their own: an index of payouts on their state would end HOT updates.
 */
export interface Awaiting {
  readonly enter: (
    session: Session,
    tenant: Tenant,
    ids: ReadonlyArray<TransactionId>,
  ) => Promise<void>;
  /** Takes away those of them that are here. */
  readonly leave: (
    session: Session,
    tenant: Tenant,
    ids: ReadonlyArray<TransactionId>,
  ) => Promise<void>;
  readonly reads: (session: Session) => Reads;
}

export const awaitingApproval = (dialect: Dialect): Awaiting => {
  const sql = statements(dialect);
  const owned = ({ corporateTenantId, bankTenantId }: Tenant) => [corporateTenantId, bankTenantId];
  const rangeCells = (tenant: Tenant, ranges: ReadonlyArray<PayoutRange>) =>
    ranges.map(OWNED_RANGE.cells(tenant));

  const asked = (
    written: (condition: string) => string,
    tenant: Tenant,
    filter: AwaitingFilter,
    before?: TransactionId,
  ): Bound => {
    const conditions = conditionsOf(dialect, filter);
    return {
      sql: written(conditions.map((one) => one.sql).join(' AND ')),
      bindings: [
        ...conditions.flatMap(({ bindings }) => bindings),
        ...owned(tenant),
        ...spanOf(filter, before),
      ],
    };
  };

  return {
    enter: async (session, tenant, ids) => {
      if (ids.length > 0) await sql.enter(session, ids, OWNED_ID.cells(tenant));
    },
    leave: async (session, tenant, ids) => {
      await sql.leave.run(session, ids, OWNED_ID.cells(tenant));
    },
    reads: (session) => ({
      awaiting: async (tenant, filter, before, limit) => {
        const { sql: statement, bindings } = asked(sql.newest, tenant, filter, before);
        return payoutsOf(await session.tuples(statement, [...bindings, limit]));
      },
      awaitingGroups: async (tenant, filter, limit) => {
        const { sql: statement, bindings } = asked(sql.groups, tenant, filter);
        const rows = await session.all(statement, [...bindings, limit]);
        return (rows as ReadonlyArray<GroupRow>).map(groupOf);
      },
      waits: async (tenant, ranges) =>
        ((await sql.waits.all(session, rangeCells(tenant, ranges))) as ReadonlyArray<WaitRow>).map(
          waitOf,
        ),
      overdue: async (tenant, ranges, { createdUpTo, datedBefore }, limit) => {
        if (ranges.length === 0) return [];
        const bound = sql.overdue.bind(rangeCells(tenant, ranges));
        return payoutsOf(
          await session.tuples(bound.sql, [...bound.bindings, createdUpTo, datedBefore, limit]),
        );
      },
    }),
  };
};
