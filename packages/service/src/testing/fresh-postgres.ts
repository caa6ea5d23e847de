import { randomBytes } from 'node:crypto';
import { openPostgres } from '@hundi/adapter-knex';
import { postgresUrl } from '@hundi/testkit/contract';

/** A database of its own. */
export interface FreshPostgres {
  readonly url: string;
  readonly drop: () => Promise<void>;
}

/**
 * Makes an empty database on the PostgreSQL of the tests; undefined where none answers.
 *
 * @param how what CREATE DATABASE says of it.
 */
export const freshPostgres = async (how = ''): Promise<FreshPostgres | undefined> => {
  const server = await postgresUrl();
  return server === undefined ? undefined : freshOn(server, how);
};

type Admin = ReturnType<typeof openPostgres>;

const database = async (
  admin: Admin,
  url: URL,
  name: string,
  how: string,
): Promise<() => Promise<unknown>> => {
  await admin.raw(`CREATE DATABASE ${name} ${how}`);
  url.pathname = `/${name}`;
  return () => admin.raw(`DROP DATABASE ${name} WITH (FORCE)`);
};

/** A new database would know none of the machines: a schema, and a role that finds it first. */
const schemaOfRole = async (
  admin: Admin,
  url: URL,
  name: string,
): Promise<() => Promise<unknown>> => {
  await admin.raw(`CREATE SCHEMA ${name}`);
  await admin.raw(`CREATE ROLE ${name} LOGIN SUPERUSER`);
  await admin.raw(`ALTER ROLE ${name} SET search_path = ${name}`);
  url.username = name;
  return async () => {
    // Citus locks local tables of all schemas here, unless told not to: two droppings at once would wait for each other.
    await admin.raw(
      `SET client_min_messages = warning; SET citus.enable_local_reference_table_foreign_keys = off;
        DROP SCHEMA ${name} CASCADE`,
    );
    await admin.raw(`DROP OWNED BY ${name}; DROP ROLE ${name}`);
  };
};

/** Makes an empty database on a server; on Citus an empty schema. */
export const freshOn = async (server: string, how = ''): Promise<FreshPostgres> => {
  const name = `hundi_service_${randomBytes(6).toString('hex')}`;
  const admin = openPostgres(server, { connections: 1, statementTimeoutMs: 0 });
  const { rows } = await admin.raw<{ readonly rows: ReadonlyArray<unknown> }>(
    `SELECT 1 FROM pg_extension WHERE extname = 'citus'`,
  );
  const url = new URL(server);
  const remove = await (rows.length === 0 ? database : schemaOfRole)(admin, url, name, how);
  return {
    url: url.href,
    drop: async () => {
      await remove();
      await admin.destroy();
    },
  };
};
