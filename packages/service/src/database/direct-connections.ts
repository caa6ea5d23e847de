import { checkPooler, openPostgres } from '@hundi/adapter-knex';
import type { Knex } from 'knex';
import { StartRefused } from '../config/start-refused.js';

/** Says which database of which server it is, and since when the server runs; as a number, for roles write times differently. */
const WHERE = `SELECT current_database() || ' since ' || extract(epoch FROM pg_postmaster_start_time()) AS place`;

const placeOf = async (db: Knex): Promise<string> => {
  const { rows } = await db.raw<{ rows: ReadonlyArray<{ readonly place: string }> }>(WHERE);
  return rows[0]?.place ?? '';
};

const refused = (error: unknown): StartRefused => {
  const { message, code } = error as { readonly message?: string; readonly code?: string };
  return new StartRefused(`DATABASE_DIRECT_URL: ${message === undefined ? (code ?? '') : message}`);
};

/**
 * Opens connections that lead past a pooler, to the same database.
 *
 * @throws StartRefused when they lead elsewhere, to a pooler or nowhere.
 */
export const directConnections = async (pooled: Knex, url: string): Promise<Knex> => {
  const direct = openPostgres(url, { connections: 1 });
  try {
    await checkPooler(direct);
    if ((await placeOf(direct)) !== (await placeOf(pooled)))
      throw new Error('leads to another database than DATABASE_URL');
    return direct;
  } catch (error) {
    await direct.destroy();
    throw refused(error);
  }
};
