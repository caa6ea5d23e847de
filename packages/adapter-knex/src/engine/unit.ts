import { setTimeout } from 'node:timers/promises';
import { E } from '@hundi/core';
import { StorageAway } from '@hundi/core/storage';
import {
  changesOf,
  commandOf,
  rowsOf,
  tuplesOf,
  type Connection,
  type Connections,
  type Method,
} from './connections.js';
import type { Dialect } from './dialect.js';
import type { Binding, Session } from './session.js';
import { Stale } from './stale.js';

/** How often a unit runs in all when it keeps losing races. */
const ATTEMPTS_MAX = 10;

/** After a deadlock the unit that won needs a moment, or the other would be in its way again at once. */
const PAUSE_MS = 50;

/** A session that writes, and remembers whether a statement failed. */
interface Writing {
  readonly session: Session;
  readonly failure: () => unknown;
  /** Resolves once nothing is asked any more. */
  readonly quiet: () => Promise<void>;
  /** From here on every use throws: the connection belongs to another unit. */
  readonly end: () => void;
}

/** Runs one thing after another, in the order of the calls, even if some fail. */
const turns = () => {
  let last: Promise<unknown> = Promise.resolve();
  return <A>(work: () => Promise<A>): Promise<A> => {
    const mine = last.then(work);
    last = mine.catch(() => undefined);
    return mine;
  };
};

const writing = ({ query }: Connections, connection: Connection): Writing => {
  let failure: unknown;
  let ended = false;
  const queue = turns();
  /** After a failure SQLite may have undone the unit by itself: what came then would be on its own. */
  const guard = (): void => {
    if (ended) throw new Error('the unit of work has ended');
    if (failure !== undefined) throw failure as Error;
  };
  const ask = async (
    method: Method,
    sql: string,
    bindings: ReadonlyArray<Binding> = [],
  ): ReturnType<typeof query> => {
    guard();
    try {
      return await query(connection, method, sql, bindings);
    } catch (error) {
      failure = error;
      throw error;
    }
  };
  const guarded = async <A>(work: () => Promise<A>): Promise<A> => {
    guard();
    try {
      return await work();
    } catch (error) {
      failure ??= error;
      throw error;
    }
  };
  const sessionOf = (
    inTurn: <A>(work: () => Promise<A>) => Promise<A>,
    alone: Session['alone'],
  ): Session => ({
    all: async (sql, bindings) => rowsOf(await inTurn(() => ask('raw', sql, bindings))),
    tuples: async (sql, bindings) => tuplesOf(await inTurn(() => ask('tuples', sql, bindings))),
    run: async (sql, bindings) => changesOf(await inTurn(() => ask('counter', sql, bindings))),
    returning: async (sql, bindings) => rowsOf(await inTurn(() => ask('raw', sql, bindings))),
    connection,
    alone,
  });
  const inside: Session = sessionOf(
    (work) => work(),
    // A unit that runs alone may recover from a failure in here, by a savepoint.
    (work) => work(inside),
  );
  const session = sessionOf(queue, (work) => queue(() => guarded(() => work(inside))));
  return {
    session,
    quiet: () => queue(() => Promise.resolve()),
    failure: () => failure,
    end: () => {
      ended = true;
    },
  };
};

/** A commit that may or may not have happened. Not retried: it may have. */
class OutcomeUnknown extends StorageAway {
  override readonly name = 'OutcomeUnknown';
}

const commit = async (
  { query }: Connections,
  connection: Connection,
  { failure }: Writing,
): Promise<void> => {
  // A unit that swallowed the failure of a statement must not keep the rest (PostgreSQL would not either).
  if (failure() !== undefined) throw failure();
  const said = await query(connection, 'raw', 'COMMIT', []).then(commandOf, (cause: unknown) => {
    throw new OutcomeUnknown('committing failed; whether it happened is unknown', cause);
  });
  if (said === 'ROLLBACK')
    throw new Error('the database undid the unit of work instead of committing');
};

const rollback = async ({ query }: Connections, connection: Connection): Promise<void> => {
  try {
    await query(connection, 'raw', 'ROLLBACK', []);
  } catch (error) {
    // SQLite undoes a unit by itself on some errors; a connection that is lost, or still inside, is no good.
    if (!String(error).includes('no transaction is active')) connection.__knex__disposed = error;
  }
};

const attempt = async <L, R>(
  connections: Connections,
  { makeDurable }: Dialect,
  begin: string,
  work: (session: Session) => Promise<E.Either<L, R>>,
): Promise<E.Either<L, R>> => {
  const connection = await connections.acquire();
  const unit = writing(connections, connection);
  try {
    try {
      await makeDurable(connections, connection);
      await connections.query(connection, 'raw', begin, []);
      const result = await work(unit.session);
      await unit.quiet();
      unit.end();
      if (E.isRight(result)) await commit(connections, connection, unit);
      else await rollback(connections, connection);
      return result;
    } catch (error) {
      unit.end();
      await unit.quiet();
      await rollback(connections, connection);
      throw error;
    }
  } finally {
    await connections.release(connection);
  }
};

/**
 * Runs units of work, each on a connection of its own. On SQLite the pool has one connection, so the
 * pool's own queue is what puts units one behind the other, in order.
 *
 * @param statementTimeoutMs how long a statement may take on PostgreSQL where its session does not say; 0, the
 * default: for ever.
 */
export const unitsOf = (connections: Connections, dialect: Dialect, statementTimeoutMs = 0) => {
  const [first, again] = [
    dialect.begin(statementTimeoutMs),
    dialect.beginAgain(statementTimeoutMs),
  ];
  return async <L, R>(
    work: (session: Session) => Promise<E.Either<L, R>>,
  ): Promise<E.Either<L, R>> => {
    let begin = first;
    for (let attempts = 1; ; attempts += 1) {
      try {
        return await attempt(connections, dialect, begin, work);
      } catch (error) {
        const lost = dialect.lostRace(error);
        if (attempts === ATTEMPTS_MAX || !(lost || error instanceof Stale)) throw error;
        if (lost) {
          begin = again;
          await setTimeout(PAUSE_MS);
        }
      }
    }
  };
};
