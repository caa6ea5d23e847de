import { E } from '@hundi/core';
import { orAway } from '../engine/away.js';
import { rowsOf, type Connections } from '../engine/connections.js';
import type { Placed } from '../engine/placed-connections.js';
import type { Dialect } from '../engine/dialect.js';
import type { Bound, Rows } from '../engine/session.js';
import { unitsOf } from '../engine/unit.js';

/**
 * Runs single statements that write. Each is its own transaction; behind a pooler whose sessions keep no settings it
 * stands in a unit that sets them, which costs two round trips.
 */
export const statementsOf = (
  placed: Placed,
  dialect: Dialect,
): ((statement: Bound) => Promise<Rows>) => {
  const byItself = async (
    { acquire, release, query }: Connections,
    { sql, bindings }: Bound,
  ): Promise<Rows> => {
    const connection = await acquire();
    try {
      return rowsOf(await query(connection, 'raw', sql, bindings));
    } finally {
      await release(connection);
    }
  };
  const within = async (connections: Connections, { sql, bindings }: Bound): Promise<Rows> =>
    E.toUnion(
      await unitsOf(
        connections,
        dialect,
      )<never, Rows>(async (session) => E.right(await session.returning(sql, bindings))),
    );
  return (statement) =>
    orAway(async () => {
      const connections = await placed();
      const run = connections.settings === undefined ? byItself : within;
      return run(connections, statement);
    });
};
