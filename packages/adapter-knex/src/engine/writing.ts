import {
  changesOf,
  rowsOf,
  tuplesOf,
  type Connection,
  type Connections,
  type Method,
} from './connections.js';
import type { Binding, Session } from './session.js';
import { turns } from './turns.js';

/** A session that writes, and remembers whether a statement failed. */
export interface Writing {
  readonly session: Session;
  readonly failure: () => unknown;
  /** Whether anything was asked that may write. */
  readonly wrote: () => boolean;
  /** Resolves once nothing is asked any more. */
  readonly quiet: () => Promise<void>;
  /** From here on every use throws: the connection belongs to another unit. */
  readonly end: () => void;
}

/** Lets one unit of work write on a connection. */
export const writing = ({ query }: Connections, connection: Connection): Writing => {
  let failure: unknown;
  let [wrote, ended] = [false, false];
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
  const write: typeof ask = (...asked) => {
    wrote = true;
    return ask(...asked);
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
    run: async (sql, bindings) => changesOf(await inTurn(() => write('counter', sql, bindings))),
    returning: async (sql, bindings) => rowsOf(await inTurn(() => write('raw', sql, bindings))),
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
    wrote: () => wrote,
    end: () => {
      ended = true;
    },
  };
};
