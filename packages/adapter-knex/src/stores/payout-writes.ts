import {
  isDead,
  type IntakeVerdict,
  type PayoutOrder,
  type PayoutStore,
  type Tenant,
} from '@hundi/core';
import { chunks, inChunks } from '../engine/chunks.js';
import { insertText, type CellRows, type Columns, type Dialect } from '../engine/dialect.js';
import type { Session } from '../engine/session.js';
import { expectAll } from '../engine/stale.js';
import { orderCells, progressCells, rejectionCells, termsCells } from './payout-cells.js';
import {
  ID_COLUMNS,
  ORDER_COLUMNS,
  PROGRESS_COLUMNS,
  REJECTION_COLUMNS,
  REQUIRED_COLUMNS,
  TERMS_COLUMNS,
} from './payout-columns.js';

const PAYOUTS = { table: 'payouts', index: 'payouts_by_id' } as const;
const ROW_OF_TENANT = 't.corporate_id = ? AND t.bank_id = ? AND t.payout_id = s.payout_id';

/** A change of payouts: what it writes, and the cells of one row. */
interface Change<A> {
  readonly columns: Columns;
  /** Columns of the bound rows that are compared and not written. */
  readonly compared?: Columns;
  readonly where: string;
  /** Whether it lets go of the reference. */
  readonly releases: boolean;
  readonly cells: (item: A) => CellRows[number];
}

/** Writes a list in bulk and says how many rows were there to write. */
const change = <A>(
  dialect: Dialect,
  { columns, compared = {}, where, releases, cells }: Change<A>,
): ((session: Session, tenant: Tenant, items: ReadonlyArray<A>) => Promise<number>) => {
  const rows = dialect.rows({ ...ID_COLUMNS, ...columns, ...compared });
  const sql = dialect.update({
    ...PAYOUTS,
    rows,
    key: ['corporate_id', 'payout_id'],
    set: Object.keys(columns),
    clear: releases ? ['live_reference'] : [],
    required: REQUIRED_COLUMNS.filter((name) => name !== 'corporate_id' && name !== 'payout_id'),
    where: `${ROW_OF_TENANT} AND ${where}`,
  });
  return (session, { corporateTenantId, bankTenantId }, items) =>
    inChunks(items, (chunk) =>
      session.run(sql, [...rows.bind(chunk.map(cells)), corporateTenantId, bankTenantId]),
    );
};

const adding = (dialect: Dialect) => {
  const into = { table: 'payouts', columns: ORDER_COLUMNS };
  const rows = dialect.rows(ORDER_COLUMNS);
  const unlessHeld = `${insertText(into, rows)} ON CONFLICT (corporate_id, live_reference) DO NOTHING`;
  const withoutReference = `INSERT INTO payouts (${Object.keys(ORDER_COLUMNS).join(', ')})
    SELECT ${Object.keys(ORDER_COLUMNS)
      .map((name) => (name === 'live_reference' ? 'NULL' : `s.${name}`))
      .join(', ')}
    FROM ${rows.from} WHERE NOT EXISTS (SELECT 1 FROM payouts t ${dialect.using(PAYOUTS.index)}
      WHERE t.corporate_id = s.corporate_id AND t.payout_id = s.payout_id)`;
  const tryInsert = dialect.tryInsert({ ...into, unless: 'payouts_by_reference' });

  return async (session: Session, orders: ReadonlyArray<PayoutOrder>): Promise<void> => {
    const cells = orderCells(orders);
    if (await tryInsert(session, cells)) return;
    for (const chunk of chunks(cells)) {
      const bound = rows.bind(chunk);
      // What is left out here is exactly what lost its reference to somebody.
      if ((await session.run(unlessHeld, bound)) < chunk.length)
        await session.run(withoutReference, bound);
    }
  };
};

type Writes = Pick<PayoutStore, 'add' | 'decide' | 'advance' | 'explain'>;

/** The set-based writes. */
export const payoutWrites = (dialect: Dialect): ((session: Session) => Writes) => {
  const add = adding(dialect);
  const intake = { intake: 'text' } as const;
  const accept = change<IntakeVerdict>(dialect, {
    columns: { ...intake, ...TERMS_COLUMNS, ...PROGRESS_COLUMNS },
    where: `t.intake = 'undecided'`,
    releases: false,
    cells: (verdict) => [
      verdict.transactionId,
      verdict.outcome,
      ...termsCells(verdict),
      ...progressCells(verdict.progress),
    ],
  });
  const turnAway = change<IntakeVerdict>(dialect, {
    columns: { ...intake, ...REJECTION_COLUMNS, ...PROGRESS_COLUMNS },
    where: `t.intake = 'undecided'`,
    releases: true,
    cells: (verdict) => [
      verdict.transactionId,
      verdict.outcome,
      ...rejectionCells(verdict),
      ...progressCells(verdict.progress),
    ],
  });
  const advancing = (releases: boolean) =>
    change<Parameters<PayoutStore['advance']>[1][number]>(dialect, {
      columns: PROGRESS_COLUMNS,
      compared: { follows: 'int' },
      where: 't.sequence = s.follows',
      releases,
      cells: ({ transactionId, next, follows }) => [transactionId, ...progressCells(next), follows],
    });
  const [live, dead] = [advancing(false), advancing(true)];
  const explain = change<Parameters<PayoutStore['explain']>[1][number]>(dialect, {
    columns: { status_details: 'text' },
    where: 't.sequence IS NOT NULL',
    releases: false,
    cells: ({ transactionId, statusDetails }) => [
      transactionId,
      statusDetails === undefined ? null : JSON.stringify(statusDetails),
    ],
  });

  return (session) => ({
    add: (orders) => add(session, orders),
    decide: async (tenant, verdicts) => {
      const accepted = verdicts.filter(({ outcome }) => outcome === 'accepted');
      const others = verdicts.filter(({ outcome }) => outcome !== 'accepted');
      const written =
        (await accept(session, tenant, accepted)) + (await turnAway(session, tenant, others));
      expectAll(written, verdicts.length, 'undecided payouts');
    },
    // The index of references is touched only by those that let go of theirs.
    advance: async (tenant, changes) => {
      const living = changes.filter(({ next }) => !isDead(next.status));
      const dying = changes.filter(({ next }) => isDead(next.status));
      const written = (await live(session, tenant, living)) + (await dead(session, tenant, dying));
      expectAll(written, changes.length, 'payouts');
    },
    explain: async (tenant, reasons) => {
      await explain(session, tenant, reasons);
    },
  });
};
