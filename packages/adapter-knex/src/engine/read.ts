import { rowsOf, tuplesOf, type Connections } from './connections.js';
import type { Session } from './session.js';

const refuse = (): Promise<never> => Promise.reject(new Error('a read does not write'));

/** Runs reads outside of any unit: each statement sees what was committed when it began. */
export const readsOf =
  ({ acquire, release, query }: Connections) =>
  async <A>(work: (session: Session) => Promise<A>): Promise<A> => {
    const connection = await acquire();
    try {
      const session: Session = {
        all: async (sql, bindings = []) => rowsOf(await query(connection, 'raw', sql, bindings)),
        tuples: async (sql, bindings) => tuplesOf(await query(connection, 'tuples', sql, bindings)),
        run: refuse,
        returning: refuse,
        connection,
        alone: (reading) => reading(session),
      };
      return await work(session);
    } finally {
      await release(connection);
    }
  };
