import { setTimeout } from 'node:timers/promises';
import { E } from '@hundi/core';
import { StorageAway } from '@hundi/core/storage';
import { commandOf, type Connection, type Connections } from './connections.js';
import type { Dialect } from './dialect.js';
import type { Timeouts } from './postgres-begin.js';
import type { Session } from './session.js';
import { sharedTurns } from './shared-turns.js';
import { Stale } from './stale.js';
import { writing } from './writing.js';

/** How often a unit runs in all when it keeps losing races. */
const ATTEMPTS_MAX = 10;
/** How often a unit is overtaken before it begins in turn. */
const OFTEN = 3;

/** After a deadlock the unit that won needs a moment, or the other would be in its way again at once. */
const PAUSE_MS = 50;

/** A commit that may or may not have happened. Not retried: it may have. */
class OutcomeUnknown extends StorageAway {
  override readonly name = 'OutcomeUnknown';
}

const commit = async ({ query }: Connections, connection: Connection): Promise<void> => {
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

/** A unit that shares a transaction refuses after it asked for a write: the transaction cannot be kept without it. */
class RefusedAmongOthers extends Error {
  override readonly name = 'RefusedAmongOthers';
}

export type Work<L, R> = (session: Session) => Promise<E.Either<L, R>>;

/** Runs one unit of a transaction; nothing of it is asked any more when this returns. */
export const runUnit = async <L, R>(
  connections: Connections,
  connection: Connection,
  work: Work<L, R>,
  hasOthers: boolean,
): Promise<E.Either<L, R>> => {
  const unit = writing(connections, connection);
  try {
    const result = await work(unit.session);
    await unit.quiet();
    // A unit that swallowed the failure of a statement must not keep the rest (PostgreSQL would not either), nor let
    // others go on in a transaction that SQLite may have undone by itself.
    if ((E.isRight(result) || hasOthers) && unit.failure() !== undefined)
      throw unit.failure() as Error;
    if (E.isLeft(result) && hasOthers && unit.wrote())
      throw new RefusedAmongOthers('a unit of work refuses');
    return result;
  } finally {
    unit.end();
    await unit.quiet();
  }
};

/** Runs units one after the other in one transaction: all of those that do not refuse are committed, or none. */
const transact = async <L, R>(
  {
    connections,
    connection,
  }: { readonly connections: Connections; readonly connection: Connection },
  { makeDurable, begun }: Dialect,
  begin: string,
  works: ReadonlyArray<Work<L, R>>,
): Promise<ReadonlyArray<E.Either<L, R>>> => {
  try {
    await makeDurable(connections, connection);
    await connections.query(connection, 'raw', begin, []);
    if (begun !== undefined) await connections.query(connection, 'raw', begun, []);
    const results: E.Either<L, R>[] = [];
    for (const work of works) {
      results.push(await runUnit(connections, connection, work, works.length > 1));
    }
    if (results.some(E.isRight)) await commit(connections, connection);
    else await rollback(connections, connection);
    return results;
  } catch (error) {
    await rollback(connections, connection);
    throw error;
  }
};

/** Runs a unit of work. A brief one may share its commit with others that wait. */
export type Units = <L, R>(work: Work<L, R>, isBrief?: boolean) => Promise<E.Either<L, R>>;

/**
 * Runs units of work, each on a connection of its own. On SQLite the pool has one connection, so the
 * pool's own queue is what puts units one behind the other, in order; brief ones share their turn.
 *
 * @param timeouts of PostgreSQL, where a session names none.
 */
export const unitsOf = (
  connections: Connections,
  dialect: Dialect,
  timeouts: Timeouts = { statementMs: 0, idleMs: 0 },
): Units => {
  const beginning = { ...timeouts, settings: connections.settings };
  const [first, again] = [dialect.begin(beginning), dialect.beginAgain(beginning)];
  const once = async <L, R>(begin: string, work: Work<L, R>): Promise<E.Either<L, R>> => {
    const connection = await connections.acquire();
    try {
      const [result] = await transact({ connections, connection }, dialect, begin, [work]);
      return result as E.Either<L, R>;
    } finally {
      await connections.release(connection);
    }
  };
  const isRace = (error: unknown): boolean => error instanceof Stale || dialect.lostRace(error);
  const alone = async <L, R>(work: Work<L, R>): Promise<E.Either<L, R>> => {
    let begin = first;
    for (let attempts = 1; ; attempts += 1) {
      try {
        return await once(begin, work);
      } catch (error) {
        if (attempts === ATTEMPTS_MAX || !isRace(error)) throw error;
        // Who was overtaken often begins in turn, too: of many at once somebody would always be slowest.
        if (dialect.lostRace(error) || attempts >= OFTEN) {
          begin = again;
          await setTimeout(PAUSE_MS);
        }
      }
    }
  };
  if (dialect.name !== 'sqlite') return alone;

  const share = sharedTurns<Work<unknown, unknown>, E.Either<unknown, unknown>>({
    connections,
    together: (connection, works) => transact({ connections, connection }, dialect, first, works),
    alone,
    // A commit whose outcome is unknown may have happened.
    mayRunAgain: (error, withOthers) =>
      isRace(error) || (withOthers && !(error instanceof OutcomeUnknown)),
  });
  return <L, R>(work: Work<L, R>, isBrief = false) =>
    isBrief ? (share(work) as Promise<E.Either<L, R>>) : alone(work);
};
