import { pipeline } from 'node:stream/promises';
import { Readable } from 'node:stream';
import type { Knex } from 'knex';
import type { Client } from 'pg';
import { from } from 'pg-copy-streams';

export type Cell = string | number | null;

/** Rows of one table as the engine left them. */
export interface Rows {
  readonly table: string;
  readonly columns: ReadonlyArray<string>;
  readonly cells: ReadonlyArray<ReadonlyArray<Cell>>;
}

/** A set-based write of columns, by `payout_id`. */
export interface Update {
  readonly columns: ReadonlyArray<string>;
  readonly cells: ReadonlyArray<ReadonlyArray<Cell>>;
}

/** The least that any implementation must do, by the fastest statements there are; each call is one durable commit. */
export interface Floor {
  readonly insert: (rows: Rows) => Promise<void>;
  readonly update: (update: Update) => Promise<void>;
}

const list = (columns: ReadonlyArray<string>): string => columns.join(', ');

/** SQLite: one statement over `jsonb_each` of one bound text. */
export const sqliteFloor = (db: Knex): Floor => {
  const source = (columns: ReadonlyArray<string>): string =>
    `(SELECT ${columns.map((name, i) => `value->>${String(i)} AS ${name}`).join(', ')}
      FROM jsonb_each(jsonb(?)))`;
  return {
    insert: ({ table, columns, cells }) =>
      db.transaction(async (trx) => {
        const sql = `INSERT INTO ${table} (${list(columns)}) SELECT ${list(columns)} FROM ${source(columns)}`;
        await trx.raw(sql, [JSON.stringify(cells)]);
      }),
    update: ({ columns, cells }) =>
      db.transaction(async (trx) => {
        const set = columns.slice(2).map((name) => `${name} = s.${name}`);
        const sql = `UPDATE payouts SET ${list(set)} FROM ${source(columns)} AS s
          WHERE payouts.corporate_id = s.corporate_id AND payouts.payout_id = s.payout_id`;
        await trx.raw(sql, [JSON.stringify(cells)]);
      }),
  };
};

const COPY_CHUNK = 500;

const field = (cell: Cell | undefined): string =>
  cell === null || cell === undefined
    ? '\\N'
    : String(cell).replace(/[\\\t\n\r]/g, (character) => `\\${character}`);

function* copyText(cells: Rows['cells']): Generator<string> {
  for (let from = 0; from < cells.length; from += COPY_CHUNK) {
    yield cells
      .slice(from, from + COPY_CHUNK)
      .map((row) => `${row.map(field).join('\t')}\n`)
      .join('');
  }
}

/** PostgreSQL: COPY for rows, one UPDATE … FROM `unnest` for states. */
export const postgresFloor = (db: Knex): Floor => ({
  insert: async ({ table, columns, cells }) => {
    const { client } = db as unknown as {
      readonly client: {
        readonly acquireConnection: () => Promise<Client>;
        readonly releaseConnection: (connection: Client) => Promise<void>;
      };
    };
    const connection = await client.acquireConnection();
    try {
      const copy = connection.query(from(`COPY ${table} (${list(columns)}) FROM STDIN`));
      await pipeline(Readable.from(copyText(cells)), copy);
    } finally {
      await client.releaseConnection(connection);
    }
  },
  update: ({ columns, cells }) =>
    db.transaction(async (trx) => {
      await trx.raw('SET LOCAL enable_hashjoin = off; SET LOCAL enable_mergejoin = off');
      const { rows } = await trx.raw<{ rows: { name: string; type: string }[] }>(
        `SELECT column_name AS name, data_type AS type FROM information_schema.columns
          WHERE table_name = 'payouts'`,
      );
      const types = new Map(rows.map(({ name, type }) => [name, type]));
      const set = columns.slice(2).map((name) => `${name} = s.${name}`);
      const arrays = columns.map((name) => `?::${types.get(name) ?? 'text'}[]`);
      const sql = `UPDATE payouts t SET ${list(set)} FROM unnest(${list(arrays)}) AS s(${list(columns)})
        WHERE t.corporate_id = s.corporate_id AND t.payout_id = s.payout_id`;
      const bound = columns.map((_, i) => cells.map((row) => row[i] ?? null));
      await trx.raw(sql, bound as unknown as Knex.RawBinding[]);
    }),
});
