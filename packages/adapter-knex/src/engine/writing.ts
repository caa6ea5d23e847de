import {
  changesOf,
  rowsOf,
  tuplesOf,
  type Connection,
  type Connections,
  type DriverAnswer,
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

type Ask = (
  method: Method,
  sql: string,
  bindings?: ReadonlyArray<Binding>,
) => Promise<DriverAnswer>;

/** How a unit asks on its connection, as long as it may. */
interface Asking {
  readonly ask: Ask;
  readonly write: Ask;
  readonly connection: () => Connection;
}

const sessionOf = (
  { ask, write, connection }: Asking,
  inTurn: <A>(work: () => Promise<A>) => Promise<A>,
  alone: Session['alone'],
): Session => ({
  all: async (sql, bindings) => rowsOf(await inTurn(() => ask('raw', sql, bindings))),
  tuples: async (sql, bindings) => tuplesOf(await inTurn(() => ask('tuples', sql, bindings))),
  run: async (sql, bindings) => changesOf(await inTurn(() => write('counter', sql, bindings))),
  returning: async (sql, bindings) => rowsOf(await inTurn(() => write('raw', sql, bindings))),
  get connection() {
    return connection();
  },
  alone,
});

/** Lets one unit of work write on a connection. */
export const writing = ({ query, requireOpen }: Connections, connection: Connection): Writing => {
  let failure: unknown;
  let [wrote, ended] = [false, false];
  const queue = turns();
  /** After a failure SQLite may have undone the unit by itself: what came then would be on its own. */
  const guard = (): void => {
    if (ended) throw new Error('the unit of work has ended');
    if (failure !== undefined) throw failure as Error;
    requireOpen?.();
  };
  const ask: Ask = async (method, sql, bindings = []) => {
    guard();
    try {
      return await query(connection, method, sql, bindings);
    } catch (error) {
      failure = error;
      throw error;
    }
  };
  const write: Ask = (...asked) => {
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
  const asking: Asking = {
    ask,
    write,
    connection: () => {
      guard();
      return connection;
    },
  };
  const inside: Session = sessionOf(
    asking,
    (work) => work(),
    // A unit that runs alone may recover from a failure in here, by a savepoint.
    (work) => work(inside),
  );
  const session = sessionOf(asking, queue, (work) => queue(() => guarded(() => work(inside))));
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
