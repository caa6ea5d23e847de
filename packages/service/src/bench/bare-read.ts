import { Pool } from 'pg';
import sqlite3 from 'sqlite3';

/** Reads the row of one payout by its key: one prepared statement of the driver, and nothing around it. */
export interface BareRead {
  readonly row: (corporateId: string, payoutId: string) => Promise<unknown>;
  readonly close: () => Promise<void>;
}

const SELECT = 'SELECT * FROM payouts WHERE corporate_id';

/** A connection of its own to the file. */
export const bareSqliteRead = (file: string): Promise<BareRead> =>
  new Promise((resolve, reject) => {
    const db = new sqlite3.Database(file, sqlite3.OPEN_READONLY);
    const statement = db.prepare(`${SELECT} = ? AND payout_id = ?`, (failed) => {
      if (failed !== null) {
        reject(failed);
        return;
      }
      resolve({
        row: (corporateId, payoutId) =>
          new Promise((found, lost) => {
            statement.get(corporateId, payoutId, (error: Error | null, row: unknown) => {
              if (error === null) found(row);
              else lost(error);
            });
          }),
        close: () =>
          new Promise((closed, stuck) => {
            statement.finalize();
            db.close((error) => {
              if (error === null) closed();
              else stuck(error);
            });
          }),
      });
    });
  });

/** As many connections as the engine has. */
export const barePostgresRead = (url: string, connections: number): BareRead => {
  const options = '-c search_path=hundi';
  const pool = new Pool({ connectionString: url, max: connections, options });
  // Told to end it does not wait for its connections, and the database is dropped under them.
  pool.on('error', () => undefined);
  const query = { name: 'payout', text: `${SELECT} = $1 AND payout_id = $2` };
  return {
    row: async (...key) => {
      const { rows } = await pool.query<object>({ ...query, values: key });
      return rows[0];
    },
    close: () => pool.end(),
  };
};
