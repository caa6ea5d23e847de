import { E } from '@hundi/core';
import { LostRace } from '@hundi/core/storage';
import { rowsOf, type Connection, type Connections } from './connections.js';
import type { Dialect } from './dialect.js';
import { ownPathOf } from './own-path.js';
import { PLANNING } from './postgres-begin.js';
import { RELIED_ON } from './relied-on.js';
import { Stale } from './stale.js';
import { runUnit, type Work } from './unit.js';

type Values = Readonly<Record<string, string>>;

const ask = async (
  { query, requireOpen }: Connections,
  connection: Connection,
  sql: string,
  bindings: ReadonlyArray<string> = [],
): Promise<unknown> => {
  requireOpen?.();
  return rowsOf(await query(connection, 'raw', sql, bindings))[0];
};

/** What a unit of work sets and gives back, and what it has to know of the transaction. */
const ASKED = [
  ...Object.keys(PLANNING),
  ...Object.keys(RELIED_ON),
  'search_path',
  'synchronous_commit',
  'transaction_isolation',
  'transaction_read_only',
];

const ASK = `SELECT ${ASKED.map((name) => `current_setting('${name}') AS ${name}`).join(', ')}`;

const requireFit = (before: Values): void => {
  const { transaction_isolation: isolation, transaction_read_only: readOnly } = before;
  if (isolation !== 'read committed')
    throw new Error(
      `a unit of work needs the isolation level read committed, and this transaction has ${String(isolation)}: it would not see what others commit meanwhile`,
    );
  if (readOnly !== 'off') throw new Error('a unit of work needs a transaction that may write');
};

const set = (connections: Connections, connection: Connection, values: Values): Promise<unknown> =>
  ask(
    connections,
    connection,
    `SELECT ${Object.keys(values)
      .map((name) => `set_config('${name}', ?, true)`)
      .join(', ')}`,
    Object.values(values),
  );

/** Gives the transaction back as it was. */
type Leave = () => Promise<unknown>;

/** Lets the transaction plan, read literals, and find names, as a unit of work does. Its commit waits for the disk. */
const enterPostgres = async (connections: Connections, connection: Connection): Promise<Leave> => {
  const before = (await ask(connections, connection, ASK)) as Values;
  requireFit(before);
  const { search_path: path = '', synchronous_commit: waits } = before;
  await set(connections, connection, {
    ...PLANNING,
    ...RELIED_ON,
    search_path: connections.settings?.['search_path']?.toString() ?? ownPathOf(path),
    ...(waits === 'off' && { synchronous_commit: 'on' }),
  });
  const given = Object.keys({ ...PLANNING, ...RELIED_ON }).map(
    (name) => [name, before[name] ?? ''] as const,
  );
  return () => set(connections, connection, { ...Object.fromEntries(given), search_path: path });
};

const enter = async (
  connections: Connections,
  connection: Connection,
  { name, isSpread, makeDurable }: Dialect,
): Promise<Leave> => {
  if (isSpread)
    throw new Error('on Citus no unit of work takes place in a transaction of the host');
  if (name === 'postgres') return enterPostgres(connections, connection);
  await makeDurable(connections, connection);
  return () => Promise.resolve();
};

/**
 * Runs a unit of work inside a transaction that the host began, and does not end it. A unit that refuses or fails
 * is undone by a savepoint; the transaction can go on.
 *
 * @param onHalf is called where a unit could not be undone: the transaction may hold a part of it.
 */
export const hostUnit = async <L, R>(
  connections: Connections,
  connection: Connection,
  dialect: Dialect,
  work: Work<L, R>,
  onHalf: (error: unknown) => void,
): Promise<E.Either<L, R>> => {
  const run = (sql: string): Promise<unknown> => ask(connections, connection, sql);
  const undo = async (): Promise<void> => {
    await run('ROLLBACK TO SAVEPOINT hundi_unit');
    await run('RELEASE SAVEPOINT hundi_unit');
  };
  await run('SAVEPOINT hundi_unit');
  try {
    const leave = await enter(connections, connection, dialect);
    const result = await runUnit(connections, connection, work, false);
    if (E.isLeft(result)) {
      await undo();
      return result;
    }
    await leave();
    await run('RELEASE SAVEPOINT hundi_unit');
    return result;
  } catch (error) {
    await undo().catch(onHalf);
    if (!(error instanceof Stale) && !dialect.lostRace(error)) throw error;
    throw new LostRace('another transaction was faster: roll this one back, and begin it again', {
      cause: error,
    });
  }
};
