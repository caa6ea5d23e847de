import { rowsOf, type Connection, type Connections } from './connections.js';
import { requireUtf8 } from './encoding.js';

const FULL = 2;

const sure = new WeakSet<Connection>();

/**
 * Makes sure, when a unit of work first comes to a connection, that its commits wait for the disk, also after
 * the machine loses its power. A file that is opened by others than `openSqlite` may have it otherwise.
 *
 * @throws where the database cannot undo a unit, would be damaged by a crash, or keeps texts in UTF-16.
 */
export const makeDurable = async (
  { query }: Connections,
  connection: Connection,
): Promise<void> => {
  if (sure.has(connection)) return;
  const ask = async (pragma: string): Promise<unknown> => {
    const [row] = rowsOf(await query(connection, 'raw', `PRAGMA ${pragma}`, []));
    return Object.values(row ?? {})[0];
  };
  const [main] = rowsOf(await query(connection, 'raw', 'PRAGMA database_list', []));
  const inMemory = (main as { readonly file?: string }).file === '';
  const journal = await ask('journal_mode');
  if (journal === 'off' || (journal === 'memory' && !inMemory)) {
    throw new Error(
      `SQLite has journal_mode=${journal}, which keeps nothing to undo a unit of work by, or not through a crash: open the file with openSqlite, or set journal_mode=WAL in afterCreate`,
    );
  }
  await requireUtf8(async (sql) => rowsOf(await query(connection, 'raw', sql, [])), {
    name: 'sqlite',
  });
  if (!inMemory && Number(await ask('synchronous')) < FULL) {
    await ask(`synchronous = ${String(FULL)}`);
    const found = await ask('synchronous');
    if (found !== FULL)
      throw new Error(
        `SQLite keeps synchronous at ${String(found)}, so that a commit would not wait for the disk: set synchronous=FULL in afterCreate`,
      );
  }
  sure.add(connection);
};
