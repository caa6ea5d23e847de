import { randomBytes } from 'node:crypto';
import type { ExecutionContext } from 'ava';
import knex, { type Knex } from 'knex';

/** A PostgreSQL database of a test's own. */
export interface FreshDatabase {
  readonly url: string;
  /** A Knex of whoever owns the database; it is closed with the test. */
  readonly owner: Knex;
  /** Another Knex on it, as a host opens one; it is closed with the test. */
  readonly open: (options?: Knex.Config, user?: string) => Knex;
}

const plain = (url: string, options: Knex.Config = {}): Knex =>
  knex({ client: 'pg', connection: url, pool: { min: 0, max: 2 }, ...options });

/** Makes an empty database, which is dropped after the test, or after those that share it. */
export const freshDatabase = async (
  t: Pick<ExecutionContext, 'teardown'>,
  server: string,
): Promise<FreshDatabase> => {
  const name = `hundi_${randomBytes(8).toString('hex')}`;
  const admin = plain(server, { pool: { min: 0, max: 1 } });
  await admin.raw(`CREATE DATABASE ${name}`);
  const opened: Knex[] = [];
  t.teardown(async () => {
    await Promise.all(opened.map((db) => db.destroy()));
    await admin.raw(`DROP DATABASE ${name} WITH (FORCE)`);
    await admin.destroy();
  });
  const url = new URL(server);
  url.pathname = `/${name}`;
  const open: FreshDatabase['open'] = (options, user) => {
    const own = new URL(url);
    if (user !== undefined) own.username = user;
    const db = plain(own.href, options);
    opened.push(db);
    return db;
  };
  return { url: url.href, owner: open(), open };
};
