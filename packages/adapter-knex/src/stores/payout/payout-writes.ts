import {
  awaitsApproval,
  followsApproval,
  isDead,
  type RowDecision,
  type PayoutOrder,
  type PayoutStore,
  type Tenant,
} from '@hundi/core';
import { bulk } from '../../engine/bulk.js';
import { inChunks } from '../../engine/chunks.js';
import { inserting, type Cells, type Columns, type Dialect } from '../../engine/dialect.js';
import type { Session } from '../../engine/session.js';
import { expectAll } from '../../engine/stale.js';
import type { Awaiting } from '../approval/awaiting.js';
import { orderCells, progressCells, rejectionCells, termsCells } from './row/payout-cells.js';
import {
  ORDER_COLUMNS,
  OWNED_ID_COLUMNS,
  PROGRESS_COLUMNS,
  REJECTION_COLUMNS,
  TERMS_COLUMNS,
} from './row/payout-columns.js';
import { payoutTerms } from './report/payout-terms.js';

const OWN_ROW =
  't.corporate_id = s.corporate_id AND t.bank_id = s.bank_id AND t.payout_id = s.payout_id';

/** A change of payouts: what it writes and compares, and the cells of one row. */
interface Change<A> {
  readonly set: Columns;
  /** Columns of the bound rows that `where` compares. */
  readonly compared?: Columns;
  readonly where?: string;
  /** Whether it lets go of the reference. */
  readonly releases?: boolean;
  readonly cells: (item: A) => Cells;
}

type Id = Pick<RowDecision, 'transactionId'>;

const idsOf = (items: ReadonlyArray<Id>) => items.map(({ transactionId }) => transactionId);

/** Every unit takes payouts in this order, so that no two wait for each other. */
const byId = <A extends Id>(items: ReadonlyArray<A>): ReadonlyArray<A> =>
  [...items].sort((a, b) => (a.transactionId < b.transactionId ? -1 : 1));

/** Writes a list in bulk and says how many rows were there to write. */
const changing = <A extends Id>(
  dialect: Dialect,
  { set, compared = {}, where, releases = false, cells }: Change<A>,
): ((session: Session, tenant: Tenant, items: ReadonlyArray<A>) => Promise<number>) => {
  const update = dialect.update({
    table: 'payouts',
    index: 'payouts_by_id',
    key: ['corporate_id', 'payout_id'],
    set: Object.keys(set),
    clear: releases ? ['live_reference'] : [],
    where: where === undefined ? OWN_ROW : `${OWN_ROW} AND ${where}`,
  });
  const { run } = bulk(dialect, { ...OWNED_ID_COLUMNS, ...set, ...compared }, update);
  return (session, { corporateTenantId, bankTenantId }, items) =>
    run(session, byId(items), (item) => [
      corporateTenantId,
      bankTenantId,
      item.transactionId,
      ...cells(item),
    ]);
};

const adding = (dialect: Dialect) => {
  const into = { table: 'payouts', columns: ORDER_COLUMNS };
  const names = Object.keys(ORDER_COLUMNS);
  const unlessHeld = bulk(
    dialect,
    ORDER_COLUMNS,
    inserting(into, 'ON CONFLICT (corporate_id, live_reference) DO NOTHING'),
  );
  const withoutReference = bulk(
    dialect,
    ORDER_COLUMNS,
    (s) => `INSERT INTO payouts (${names.join(', ')})
      SELECT ${names.map((name) => (name === 'live_reference' ? 'NULL' : `s.${name}`)).join(', ')}
      FROM ${s} WHERE NOT EXISTS (SELECT 1 FROM payouts t ${dialect.using('payouts_by_id')}
        WHERE t.corporate_id = s.corporate_id AND t.payout_id = s.payout_id)`,
  );
  const tryInsert = dialect.tryInsert({ ...into, unless: 'payouts_by_reference' });
  const terms = payoutTerms(dialect);

  const insert = async (session: Session, orders: ReadonlyArray<PayoutOrder>): Promise<void> => {
    if (await tryInsert(session, orders, orderCells())) return;
    const cells = orderCells();
    await inChunks(
      orders,
      (chunk) => {
        const rows = chunk.map(cells);
        return { ...unlessHeld.bind(rows), rows };
      },
      async ({ sql, bindings, rows }) => {
        const written = await session.run(sql, bindings);
        if (written === rows.length) return written;
        // What is left out is exactly what lost its reference to another payout.
        const rest = withoutReference.bind(rows);
        return written + (await session.run(rest.sql, rest.bindings));
      },
    );
  };

  return async (session: Session, orders: ReadonlyArray<PayoutOrder>): Promise<void> => {
    await insert(session, orders);
    await terms(session).ofJobless(orders);
  };
};

type Writes = Pick<PayoutStore, 'add' | 'decide' | 'advance' | 'explain'>;
type Advance = Parameters<PayoutStore['advance']>[1][number];
type Explanation = Parameters<PayoutStore['explain']>[1][number];

/** Every write of a state. */
const changesOf = (dialect: Dialect) => {
  const undecided = { compared: { was: 'text' }, where: 't.intake = s.was' } as const;
  const accept = changing<RowDecision>(dialect, {
    ...undecided,
    set: { intake: 'text', ...TERMS_COLUMNS, ...PROGRESS_COLUMNS },
    cells: (verdict) => [
      verdict.outcome,
      ...termsCells(verdict),
      ...progressCells(verdict.progress),
      'undecided',
    ],
  });
  const turnAway = changing<RowDecision>(dialect, {
    ...undecided,
    set: { intake: 'text', ...REJECTION_COLUMNS, ...PROGRESS_COLUMNS },
    releases: true,
    cells: (verdict) => [
      verdict.outcome,
      ...rejectionCells(verdict),
      ...progressCells(verdict.progress),
      'undecided',
    ],
  });
  const advancing = (releases: boolean) =>
    changing<Advance>(dialect, {
      set: PROGRESS_COLUMNS,
      compared: { follows: 'int' },
      where: 't.sequence = s.follows',
      releases,
      cells: ({ next, follows }) => [...progressCells(next), follows],
    });
  const explain = changing<Explanation>(dialect, {
    set: { status_details: 'text' },
    cells: ({ statusDetails }) => [
      statusDetails === undefined ? null : JSON.stringify(statusDetails),
    ],
  });
  return { accept, turnAway, live: advancing(false), dead: advancing(true), explain };
};

/** The set-based writes. */
export const payoutWrites = (
  dialect: Dialect,
  { enter, leave }: Pick<Awaiting, 'enter' | 'leave'>,
): ((session: Session) => Writes) => {
  const add = adding(dialect);
  const { accept, turnAway, live, dead, explain } = changesOf(dialect);

  return (session) => ({
    // Which of two orders holds their reference is decided by their order, over all statements of the call.
    add: (orders) => session.alone((alone) => add(alone, orders)),
    decide: async (tenant, verdicts) => {
      const accepted = verdicts.filter(({ outcome }) => outcome === 'accepted');
      const others = verdicts.filter(({ outcome }) => outcome !== 'accepted');
      const written =
        (await accept(session, tenant, accepted)) + (await turnAway(session, tenant, others));
      expectAll(written, verdicts.length, 'undecided payouts');
      await enter(
        session,
        tenant,
        idsOf(accepted.filter(({ progress }) => awaitsApproval(progress.status))),
      );
    },
    // The index of references is touched only by those that let go of theirs.
    advance: async (tenant, changes) => {
      const living = changes.filter(({ next }) => !isDead(next.status));
      const dying = changes.filter(({ next }) => isDead(next.status));
      const written = (await live(session, tenant, living)) + (await dead(session, tenant, dying));
      expectAll(written, changes.length, 'payouts');
      await leave(
        session,
        tenant,
        idsOf(
          changes.filter(({ next, awaited = false }) => awaited || followsApproval(next.status)),
        ),
      );
    },
    explain: async (tenant, reasons) => {
      await explain(session, tenant, reasons);
    },
  });
};
