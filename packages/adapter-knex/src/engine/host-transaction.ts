import { E } from '@hundi/core';
import type { HostTransaction, Stores } from '@hundi/core/storage';
import type { Knex } from 'knex';
import { orAway } from './away.js';
import type { Connection, Connections } from './connections.js';
import type { Dialect } from './dialect.js';
import { hostUnit } from './host-unit.js';
import type { Session } from './session.js';
import { turns } from './turns.js';

/** The part of a transaction of Knex that its types leave out, or do not promise. */
interface Begun {
  readonly isTransaction?: boolean;
  readonly parentTransaction?: Begun;
  readonly executionPromise?: Promise<unknown>;
  commit: (value?: unknown) => unknown;
  readonly rollback: (error: Error) => unknown;
  readonly raw: (sql: string) => Promise<unknown>;
  readonly client: {
    readonly config: unknown;
    readonly acquireConnection: () => Promise<Connection>;
  };
}

/** What the storage runs units of work by. */
export interface Running {
  readonly connections: Connections;
  readonly dialect: Dialect;
  readonly stores: (session: Session) => Stores;
}

/** The transaction whose end is also that of those that were begun within it. */
const outermost = (begun: Begun): Begun =>
  begun.parentTransaction === undefined ? begun : outermost(begun.parentTransaction);

const requireOf = (db: Knex, trx: Knex.Transaction): void => {
  const begun = trx as unknown as Begun;
  if (begun.isTransaction !== true)
    throw new Error('within: pass the transaction that transaction() of the Knex gave, not a Knex');
  if (begun.client.config !== (db.client as { readonly config: unknown }).config)
    throw new Error("within: this transaction was begun on another Knex than the storage's");
  requireOpen(trx);
};

const requireOpen = (trx: Knex.Transaction): void => {
  if (trx.isCompleted()) throw new Error('within: this transaction is over');
};

const noop = (): void => undefined;

// Units of all that share a connection take turns: savepoints of the same name would end each other.
const turnsOf = new WeakMap<Connection, ReturnType<typeof turns>>();

const inTurn = <A>(connection: Connection, work: () => Promise<A>): Promise<A> => {
  const queue = turnsOf.get(connection) ?? turns();
  turnsOf.set(connection, queue);
  return queue(work);
};

/** What is under way in a transaction, and why it may not be committed. */
interface Units {
  readonly underWay: Set<Promise<unknown>>;
  fault?: Error;
}

const known = new WeakMap<Begun, Units>();

/**
 * The units of a transaction, whose commit waits for them from the first one on. The commit rolls back in its place, and
 * rejects, where a unit could not be undone, and where PostgreSQL has undone the transaction after an error: PostgreSQL
 * itself would answer such a commit without an error.
 */
const unitsIn = (begun: Begun): Units => {
  const found = known.get(begun);
  if (found !== undefined) return found;
  const units: Units = { underWay: new Set() };
  known.set(begun, units);
  const commit = begun.commit.bind(begun);
  begun.commit = async (value) => {
    while (units.underWay.size > 0) await Promise.allSettled(units.underWay);
    if (units.fault !== undefined) return begun.rollback(units.fault);
    const undone = await begun.raw('SELECT 1').then(noop, (cause: unknown) => undoneBy(cause));
    return undone === undefined ? commit(value) : begun.rollback(undone);
  };
  return units;
};

const undoneBy = (cause: unknown): Error =>
  new Error('the database has undone the transaction after an error in it: nothing was committed', {
    cause,
  });

const halfOf = (cause: unknown): Error =>
  new Error(
    'the transaction may hold a part of what the engine wrote, and is rolled back: a savepoint was rolled back while a call of the engine was under way. Await each call',
    { cause },
  );

/**
 * Lets the host's commit wait for a unit that is under way: it would commit the half of the unit that has been written.
 * A rollback needs not wait.
 */
const holdingCommit = <A>(begun: Begun, unit: Promise<A>): Promise<A> => {
  for (let one: Begun | undefined = begun; one !== undefined; one = one.parentTransaction) {
    const units = unitsIn(one).underWay;
    units.add(unit);
    const over = (): void => void units.delete(unit);
    unit.then(over, over);
  }
  return unit;
};

class OnlyRead<A> {
  constructor(readonly answer: A) {}
}

/**
 * When a transaction that was begun on a Knex ends.
 *
 * @throws for what is no transaction, was begun on another Knex, or is over.
 */
export const endOf = (db: Knex, trx: Knex.Transaction): Promise<void> => {
  requireOf(db, trx);
  const { executionPromise } = outermost(trx);
  return (executionPromise ?? Promise.resolve()).then(noop, noop);
};

/**
 * A storage in a transaction of Knex.
 *
 * @param running is asked on the connection of the transaction, which may be the only one of its pool.
 */
export const hostTransaction = (
  trx: Knex.Transaction,
  ended: Promise<void>,
  running: (connection: Connection) => Promise<Running>,
): HostTransaction => {
  const begun = trx as unknown as Begun;
  const run = <L, R>(work: (stores: Stores) => Promise<E.Either<L, R>>) =>
    orAway(async () => {
      requireOpen(trx);
      const connection = await begun.client.acquireConnection();
      return inTurn(connection, async () => {
        requireOpen(trx);
        const { connections, dialect, stores } = await running(connection);
        // The host may roll back at any moment: what came then would be on its own, or in another transaction.
        const open = { ...connections, requireOpen: () => requireOpen(trx) };
        const onHalf = (error: unknown): void => {
          // Where the host has ended the transaction, nothing is left to undo.
          if (!trx.isCompleted()) unitsIn(begun).fault ??= halfOf(error);
        };
        return hostUnit(open, connection, dialect, (session) => work(stores(session)), onHalf);
      });
    });
  const unit = <L, R>(work: (stores: Stores) => Promise<E.Either<L, R>>) =>
    holdingCommit(begun, run(work));
  return {
    atomically: (work) => unit(work),
    // Refusing leaves nothing behind, the settings of the unit among it.
    read: async (work) => {
      const read = await unit<OnlyRead<unknown>, never>(async (stores) =>
        E.left(new OnlyRead(await work(stores))),
      );
      return E.toUnion(read).answer as Awaited<ReturnType<typeof work>>;
    },
    ended,
  };
};
