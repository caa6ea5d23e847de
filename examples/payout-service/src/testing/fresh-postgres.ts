import { randomBytes } from 'node:crypto';
import { openPostgres } from '@hundi/adapter-knex';
import { postgresUrl } from '@hundi/testkit/contract';

/** A database of its own. */
export interface FreshPostgres {
  readonly url: string;
  readonly drop: () => Promise<void>;
}

/** Makes an empty database on the PostgreSQL of the tests; undefined where none answers. */
export const freshPostgres = async (): Promise<FreshPostgres | undefined> => {
  const server = await postgresUrl();
  return server === undefined ? undefined : freshOn(server);
};

/** Makes an empty database on a server. */
export const freshOn = async (server: string): Promise<FreshPostgres> => {
  const name = `hundi_service_${randomBytes(6).toString('hex')}`;
  const admin = openPostgres(server, { connections: 1, statementTimeoutMs: 0 });
  await admin.raw(`CREATE DATABASE ${name}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  return {
    url: url.href,
    drop: async () => {
      await admin.raw(`DROP DATABASE ${name} WITH (FORCE)`);
      await admin.destroy();
    },
  };
};
