import { rowId, ROWS_MAX, type JobId, type Tenant, type TransactionId } from '@hundi/core';
import type { Payout, PayoutOrder, PayoutStore, PayoutTally } from '@hundi/core/storage';
import { bulk } from '../../engine/bulk.js';
import { rowsOf, sharing, text, uuid } from '../../engine/described.js';
import type { Dialect } from '../../engine/dialect.js';
import { named, type Named } from '../../engine/named.js';
import type { Session, Tuple } from '../../engine/session.js';
import { awaitingApproval } from '../approval/awaiting.js';
import { lastPaid } from './last-paid.js';
import { limitUse } from './limit-use.js';
import { OWNED_ID } from './row/payout-columns.js';
import { approvedPayoutOf, approvedTuple } from './row/approved-row.js';
import { intakeRowOf, intakeTuple, IS_MINE } from './row/intake-row.js';
import { payoutOf, payoutTuple } from './row/payout-row.js';
import { payoutTerms, TERM } from './report/payout-terms.js';
import { payoutWrites } from './payout-writes.js';
import type { Int } from '../rows/present.js';
import { OWNED, OWNER } from '../rows/owner.js';
import { payoutReports } from './report/report.js';
import { spanTallies } from './report/span-tallies.js';

const payoutsOf = (rows: ReadonlyArray<Tuple>): ReadonlyArray<Payout> => rows.map(payoutOf);

interface TallyRow {
  readonly job_id: JobId;
  readonly package_code: PayoutTally['packageCode'];
  readonly debit_account_id: NonNullable<PayoutTally['debitAccountId']> | null;
  readonly intake: PayoutTally['intake'];
  readonly status: NonNullable<PayoutTally['status']> | null;
  readonly count: Int;
  readonly amount: string;
}

interface IdRow {
  readonly payout_id: TransactionId;
}

const tallyOf = ({
  job_id,
  package_code,
  debit_account_id,
  intake,
  status,
  count,
  amount,
}: TallyRow): PayoutTally => ({
  jobId: job_id,
  packageCode: package_code,
  ...(debit_account_id === null ? {} : { debitAccountId: debit_account_id }),
  intake,
  ...(status === null ? {} : { status }),
  count: Number(count),
  amount: BigInt(amount),
});

const ROWS_OF_JOB = sharing(
  OWNER,
  rowsOf<JobId>()({
    job_id: uuid((id) => id),
    first: uuid((id) => rowId(id, 0)),
    last: uuid((id) => rowId(id, ROWS_MAX - 1)),
  }),
);

type Reference = PayoutOrder['reference'];

const REFERENCE = sharing(
  OWNER,
  rowsOf<Reference>()({ reference: text((reference) => reference) }),
);

/** What finds references that are held in one corporate, by live payouts and by anything else. */
const ownReferences = (dialect: Dialect) => {
  const own = 't.corporate_id = s.corporate_id AND t.bank_id = s.bank_id';
  return {
    live: bulk(
      dialect,
      REFERENCE.columns,
      dialect.lookup({
        table: 'payouts',
        index: 'payouts_by_reference',
        select: 't.live_reference AS reference',
        where: `t.live_reference = s.reference AND ${own}`,
      }),
    ),
    kept: bulk(
      dialect,
      REFERENCE.columns,
      dialect.lookup({
        table: 'held_references',
        index: dialect.primaryOf('held_references'),
        select: 't.reference',
        where: `${own} AND t.reference = s.reference`,
      }),
    ),
  };
};

const ID = rowsOf<TransactionId>()({ payout_id: uuid((id) => id) });

type FindTuples = (
  session: Session,
  ids: ReadonlyArray<TransactionId>,
) => Promise<ReadonlyArray<Tuple>>;

/** Finds payouts of any corporate. A distributed engine joins no rows that it is given with all of its machines. */
const anywhere = (dialect: Dialect): FindTuples => {
  const from = { table: 'payouts', index: 'payouts_anywhere', select: payoutTuple(dialect) };
  if (!dialect.isSpread) {
    const many = bulk(
      dialect,
      ID.columns,
      dialect.lookup({ ...from, where: 't.payout_id = s.payout_id' }),
    );
    return (session, ids) => many.tuples(session, ids.map(ID.cells));
  }
  const one = named(`SELECT ${from.select} FROM payouts t WHERE t.payout_id = :payout_id`);
  return async (session, ids) => {
    const found: Tuple[] = [];
    for (const id of ids) found.push(...(await one.tuples(session, { payout_id: id })));
    return found;
  };
};

/** What finds a payout by what others call it. */
const byName = (dialect: Dialect) => {
  const tuple = payoutTuple(dialect);
  return {
    isHeld: named(`SELECT 1 AS held FROM payouts t ${dialect.using('payouts_by_reference')}
      WHERE t.corporate_id = :corporate_id AND t.live_reference = :reference
        AND t.bank_id = :bank_id AND NOT (t.intake = 'undecided' AND ${IS_MINE})
      UNION ALL SELECT 1 FROM held_references
      WHERE corporate_id = :corporate_id AND reference = :reference AND bank_id = :bank_id
        AND (payout_id IS NULL OR payout_id <> :mine)`),
    ...ownReferences(dialect),
    holders: named(`SELECT ${tuple} FROM payouts t ${dialect.using('payouts_by_reference')}
      WHERE t.live_reference = :reference LIMIT :limit`),
    namedByBank: named(`SELECT t.payout_id FROM payouts t ${dialect.using('payouts_by_utr')}
      WHERE ${OWNED} AND t.utr = :name
      UNION SELECT t.payout_id FROM payouts t ${dialect.using('payouts_by_bank_reference')}
      WHERE ${OWNED} AND t.bank_reference = :name ORDER BY payout_id DESC LIMIT :limit`),
    // Those that hold it, and by their terms those that do not any more.
    ofReference: named(`SELECT t.payout_id FROM payouts t ${dialect.using('payouts_by_reference')}
      WHERE ${OWNED} AND t.live_reference = :reference
      UNION SELECT t.payout_id FROM payout_terms t ${dialect.using(dialect.primaryOf('payout_terms'))}
      WHERE t.corporate_id = :corporate_id AND t.term = :term
      ORDER BY payout_id DESC LIMIT :limit`),
  };
};

const statements = (dialect: Dialect) => {
  const byId = `payouts t ${dialect.using('payouts_by_id')}`;
  const tuple = payoutTuple(dialect);
  const own = 't.corporate_id = :corporate_id AND t.bank_id = :bank_id';
  const owner = 't.corporate_id = s.corporate_id AND t.bank_id = s.bank_id';
  const payouts = { table: 'payouts', index: 'payouts_by_id' } as const;
  return {
    find: named(`SELECT ${tuple} FROM ${byId} WHERE ${own} AND t.payout_id = :payout_id`),
    ...byName(dialect),
    findMany: bulk(
      dialect,
      OWNED_ID.columns,
      dialect.lookup({
        ...payouts,
        select: tuple,
        where: `${owner} AND t.payout_id = s.payout_id`,
      }),
    ),
    hold: bulk(
      dialect,
      OWNED_ID.columns,
      dialect.holding({
        ...payouts,
        select: 't.payout_id',
        where: `${owner} AND t.payout_id = s.payout_id`,
      }),
    ),
    ofJob: named(`SELECT ${tuple} FROM ${byId}
      WHERE ${own} AND t.payout_id BETWEEN :first AND :last ORDER BY t.payout_id LIMIT :limit`),
    approvedOfJob: named(`SELECT ${approvedTuple(dialect)} FROM ${byId}
      WHERE ${own} AND t.payout_id BETWEEN :first AND :last AND t.intake = 'accepted'
      ORDER BY t.payout_id LIMIT :limit`),
    undecided: bulk(
      dialect,
      OWNED_ID.columns,
      dialect.lookup({
        ...payouts,
        select: intakeTuple(dialect, 's.corporate_id'),
        where: `${owner} AND t.payout_id = s.payout_id`,
        only: `t.intake = 'undecided'`,
      }),
    ),
    undecidedOfJob: named(`SELECT ${intakeTuple(dialect)} FROM ${byId}
      WHERE ${own} AND t.payout_id BETWEEN :first AND :last AND t.intake = 'undecided'
      ORDER BY t.payout_id LIMIT :limit`),
    tally: bulk(
      dialect,
      ROWS_OF_JOB.columns,
      dialect.tally({
        ...payouts,
        of: 'job_id',
        by: ['package_code', 'debit_account_id', 'intake', 'status'],
        sum: 'amount',
        where: `${owner} AND t.payout_id BETWEEN s.first AND s.last`,
      }),
    ),
  };
};

const inRange = async (
  session: Session,
  statement: Named,
  tenant: Tenant,
  jobId: JobId,
  from: number,
  limit: number,
): Promise<ReadonlyArray<Tuple>> =>
  from >= ROWS_MAX || limit < 1
    ? []
    : statement.tuples(session, {
        ...OWNER.values(tenant),
        first: rowId(jobId, from),
        last: rowId(jobId, Math.min(from + limit, ROWS_MAX) - 1),
        limit,
      });

/** Payouts: plain columns, written and read in bulk. */
export const payoutStore = (dialect: Dialect): ((session: Session) => PayoutStore) => {
  const sql = statements(dialect);
  const findAnywhere = anywhere(dialect);
  const awaiting = awaitingApproval(dialect);
  const writes = payoutWrites(dialect, awaiting);
  const limits = limitUse(dialect);
  const paid = lastPaid(dialect);
  const reports = payoutReports(dialect);
  const tallies = spanTallies(dialect);
  const terms = payoutTerms(dialect);

  const findMany = async (
    session: Session,
    tenant: Tenant,
    ids: ReadonlyArray<TransactionId>,
  ): Promise<ReadonlyArray<Payout>> =>
    payoutsOf(await sql.findMany.tuples(session, [...new Set(ids)].map(OWNED_ID.cells(tenant))));

  const identified = async (
    session: Session,
    statement: Named,
    tenant: Tenant,
    values: Readonly<Record<string, string | number>>,
  ): Promise<ReadonlyArray<Payout>> => {
    const rows = await statement.all(session, { ...OWNER.values(tenant), ...values });
    const ids = (rows as ReadonlyArray<IdRow>).map(({ payout_id }) => payout_id);
    return ids.length === 0 ? [] : findMany(session, tenant, ids);
  };

  return (session) => ({
    ...writes(session),
    ...limits(session),
    ...paid(session),
    ...awaiting.reads(session),
    find: async (tenant, id) => {
      const values = { ...OWNER.values(tenant), payout_id: id };
      return payoutsOf(await sql.find.tuples(session, values))[0];
    },
    holders: async (reference, limit) =>
      payoutsOf(await sql.holders.tuples(session, { reference, limit })),
    findMany: (tenant, ids) => findMany(session, tenant, ids),
    namedByBank: (tenant, name, limit) =>
      identified(session, sql.namedByBank, tenant, { name, limit }),
    ofReference: (tenant, reference, limit) =>
      identified(session, sql.ofReference, tenant, {
        reference,
        term: TERM.reference + reference,
        limit,
      }),
    hold: async (tenant, ids) => {
      // In the order in which every writer of several of them locks them.
      await sql.hold.all(session, [...new Set(ids)].sort().map(OWNED_ID.cells(tenant)));
    },
    isHeld: async (tenant, reference, mine) =>
      (await sql.isHeld.all(session, { ...OWNER.values(tenant), reference, mine })).length > 0,
    heldOf: async (tenant, references) => {
      const wanted = [...new Set(references)].map(REFERENCE.cells(tenant));
      const rows = [
        ...(await sql.live.all(session, wanted)),
        ...(await sql.kept.all(session, wanted)),
      ];
      return new Set(
        (rows as ReadonlyArray<{ readonly reference: Reference }>).map(
          ({ reference }) => reference,
        ),
      );
    },
    findAnywhere: async (ids) => payoutsOf(await findAnywhere(session, [...new Set(ids)])),
    ofJob: async (...range) => payoutsOf(await inRange(session, sql.ofJob, ...range)),
    approvedOfJob: async (...range) =>
      (await inRange(session, sql.approvedOfJob, ...range)).map(approvedPayoutOf),
    undecided: async (tenant, ids) => {
      const keys = [...new Set(ids)].map(OWNED_ID.cells(tenant));
      return (await sql.undecided.tuples(session, keys)).map(intakeRowOf);
    },
    undecidedOfJob: async (...range) =>
      (await inRange(session, sql.undecidedOfJob, ...range)).map(intakeRowOf),
    report: async (tenant, ...asked) => {
      const { tuples, stoppedAt } = await reports(session, tenant, ...asked);
      return {
        payouts: payoutsOf(tuples),
        ...(stoppedAt !== undefined && { stoppedAt: stoppedAt as TransactionId }),
      };
    },
    tallySpans: tallies(session),
    index: (tenant, jobIds) => terms(session).ofJobs(tenant, jobIds),
    tally: async (tenant, jobIds) => {
      const ranges = [...new Set(jobIds)].map(ROWS_OF_JOB.cells(tenant));
      return ((await sql.tally.all(session, ranges)) as ReadonlyArray<TallyRow>).map(tallyOf);
    },
  });
};
