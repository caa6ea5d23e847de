import type { Tenant } from '@hundi/core';
import {
  awaitsApproval,
  followsApproval,
  isDead,
  type RowDecision,
  type PayoutOrder,
  type PayoutStore,
} from '@hundi/core/storage';
import { bulk } from '../../engine/bulk.js';
import { inChunks } from '../../engine/chunks.js';
import {
  beside,
  int,
  json,
  of,
  rowsOf,
  sharing,
  text,
  uuid,
  type RowsOf,
} from '../../engine/described.js';
import { identity, inserting, type Dialect } from '../../engine/dialect.js';
import { named } from '../../engine/named.js';
import type { Session } from '../../engine/session.js';
import { expectAll } from '../../engine/stale.js';
import type { Awaiting } from '../approval/awaiting.js';
import {
  NAMED_ACCOUNT,
  newOrders,
  ORDER,
  PROGRESS,
  REJECTION,
  TERMS,
} from './row/payout-columns.js';
import { IS_MINE } from './row/intake-row.js';
import { OWNER } from '../rows/owner.js';
import { payoutTerms } from './report/payout-terms.js';

const OWN_ROW =
  't.corporate_id = s.corporate_id AND t.bank_id = s.bank_id AND t.payout_id = s.payout_id';

/** A change of payouts: what it writes, and what it compares. */
interface Change<A> {
  readonly set: RowsOf<A>;
  /** Columns of the bound rows that `where` compares. */
  readonly compared?: RowsOf<A>;
  readonly where?: string;
  /** Whether it lets go of the reference. */
  readonly releases?: boolean;
}

type Id = Pick<RowDecision, 'transactionId'>;

const ID = rowsOf<Id>()({ payout_id: uuid(({ transactionId }) => transactionId) });

const idsOf = (items: ReadonlyArray<Id>) => items.map(({ transactionId }) => transactionId);

/** Every unit takes payouts in this order, so that no two wait for each other. */
const byId = <A extends Id>(items: ReadonlyArray<A>): ReadonlyArray<A> =>
  [...items].sort((a, b) => (a.transactionId < b.transactionId ? -1 : 1));

/** Writes a list in bulk and says how many rows were there to write. */
const changing = <A extends Id>(
  dialect: Dialect,
  { set, compared, where, releases = false }: Change<A>,
): ((session: Session, tenant: Tenant, items: ReadonlyArray<A>) => Promise<number>) => {
  const update = dialect.update({
    table: 'payouts',
    index: 'payouts_by_id',
    key: ['corporate_id', 'payout_id'],
    set: Object.keys(set.columns),
    clear: releases ? ['live_reference'] : [],
    where: where === undefined ? OWN_ROW : `${OWN_ROW} AND ${where}`,
  });
  const { columns, cells } = sharing(
    OWNER,
    compared === undefined ? beside<A>(ID, set) : beside<A>(ID, set, compared),
  );
  const { run } = bulk(dialect, columns, update);
  return (session, tenant, items) => run(session, byId(items), cells(tenant));
};

/** Takes a reference that a session holds for its payout from rows on which intake has not decided: it turns them away. */
const TAKE_BACK = named(`UPDATE payouts SET live_reference = NULL
  WHERE corporate_id = :corporate_id AND live_reference = :reference AND bank_id = :bank_id
    AND intake = 'undecided' AND payout_id <> :mine AND ${IS_MINE}`);

const heldFor = ({ tenant, reference, transactionId: mine }: PayoutOrder) => ({
  ...OWNER.values(tenant),
  reference,
  mine,
});

/** Whether these are the one payout of a session, and it was another row that had its reference. */
const takenBack = async (
  session: Session,
  [order, ...others]: ReadonlyArray<PayoutOrder>,
): Promise<boolean> =>
  order?.source === 'payout_checkout' &&
  others.length === 0 &&
  (await TAKE_BACK.run(session, heldFor(order))) === 1;

const adding = (dialect: Dialect) => {
  const { columns, names, cells } = ORDER;
  const into = { table: 'payouts', columns };
  const unlessHeld = bulk(
    dialect,
    columns,
    inserting(into, 'ON CONFLICT (corporate_id, live_reference) DO NOTHING'),
  );
  const withoutReference = bulk(
    dialect,
    columns,
    (s) => `INSERT INTO payouts (${names.join(', ')})
      SELECT ${names.map((name) => (name === 'live_reference' ? 'NULL' : `s.${name}`)).join(', ')}
      FROM ${s} WHERE NOT EXISTS (SELECT 1 FROM payouts t ${dialect.using('payouts_by_id')}
        WHERE ${dialect.byIndex('t.corporate_id = s.corporate_id AND t.payout_id = s.payout_id')})`,
  );
  const tryInsert = dialect.tryInsert({ ...into, unless: 'payouts_by_reference' });
  const terms = payoutTerms(dialect);

  const insert = async (session: Session, orders: ReadonlyArray<PayoutOrder>): Promise<void> => {
    const added = newOrders(orders);
    if (await tryInsert(session, added, cells)) return;
    await inChunks(
      added,
      (chunk) => {
        const rows = chunk.map(cells);
        return { ...unlessHeld.bind(rows), rows };
      },
      async ({ sql, bindings, rows }) => {
        const written = await session.run(sql, bindings);
        if (written === rows.length) return written;
        if ((await takenBack(session, orders)) && (await session.run(sql, bindings)) === 1)
          return 1;
        // The missing payouts are exactly those that lost their reference to another payout.
        return written + (await withoutReference.run(session, rows, identity));
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

const OUTCOME = rowsOf<RowDecision>()({ intake: text(({ outcome }) => outcome) });
const WAS_UNDECIDED = rowsOf<RowDecision>()({ was: text(() => 'undecided') });
const NEEDS_REFERENCE = rowsOf<RowDecision>()({
  needs_reference: int(({ withoutReference }) => (withoutReference ? 0 : 1)),
});
const FOLLOWS = rowsOf<Pick<Advance, 'follows'>>()({ follows: int(({ follows }) => follows) });
const EXPLAINED = rowsOf<Explanation>()({
  status_details: json(({ statusDetails }) => statusDetails),
  expected_credit_at: int(({ expectedCreditAt }) => expectedCreditAt),
});

const termsOf = ({ terms }: RowDecision) => {
  if (terms === undefined) throw new Error('an accepted payout has terms');
  return terms;
};

const rejectionOf = ({ rejection }: RowDecision) => {
  if (rejection === undefined) throw new Error('a payout that is turned away has a rejection');
  return rejection;
};

/** Every write of a state. */
const changesOf = (dialect: Dialect) => {
  const undecided = { compared: WAS_UNDECIDED, where: 't.intake = s.was' } as const;
  const accept = changing<RowDecision>(dialect, {
    compared: beside(WAS_UNDECIDED, NEEDS_REFERENCE),
    // A session may have taken the reference back since the row was read.
    where: `${undecided.where} AND (s.needs_reference = 0 OR t.live_reference IS NOT NULL)`,
    set: beside(
      OUTCOME,
      of(TERMS, termsOf),
      of(PROGRESS, ({ progress }) => progress),
    ),
  });
  const turnAway = changing<RowDecision>(dialect, {
    ...undecided,
    set: beside(
      OUTCOME,
      of(REJECTION, rejectionOf),
      of(NAMED_ACCOUNT, rejectionOf),
      of(PROGRESS, ({ progress }) => progress),
    ),
    releases: true,
  });
  const unmoved = { compared: FOLLOWS, where: 't.sequence = s.follows' } as const;
  const advancing = (releases: boolean) =>
    changing<Advance>(dialect, { ...unmoved, set: of(PROGRESS, ({ next }) => next), releases });
  const explain = changing<Explanation>(dialect, { ...unmoved, set: EXPLAINED });
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
    decide: async (tenant, decisions) => {
      const accepted = decisions.filter(({ outcome }) => outcome === 'accepted');
      const others = decisions.filter(({ outcome }) => outcome !== 'accepted');
      const written =
        (await accept(session, tenant, accepted)) + (await turnAway(session, tenant, others));
      expectAll(written, decisions.length, 'undecided payouts');
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
