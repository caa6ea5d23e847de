import { openPostgres } from '@hundi/adapter-knex';

/** A copy of a database that stays behind while the database goes on. */
export interface PostgresBackup {
  /** Puts the copy in the database's place, under all who use it: their connections end. */
  readonly restore: () => Promise<void>;
  readonly drop: () => Promise<void>;
}

/** A server that recovers a copy of its files begins with what it has logged ahead: 32 draws of a sequence. */
const comeBackAhead = async (url: string): Promise<void> => {
  const db = openPostgres(url, { connections: 1 });
  await db.raw(
    `SELECT setval('work_tokens', last_value + 32 * (SELECT increment_by FROM pg_sequences
      WHERE sequencename = 'work_tokens')) FROM work_tokens`,
  );
  await db.destroy();
};

/** Copies the database of a URL while others use it; their connections end, and they connect again. */
export const backUp = async (url: string): Promise<PostgresBackup> => {
  const name = new URL(url).pathname.slice(1);
  const copy = `${name}_backup`;
  const server = new URL(url);
  server.pathname = '/postgres';
  const admin = openPostgres(server.href, { connections: 1, statementTimeoutMs: 0 });
  const alone = async (work: () => Promise<unknown>): Promise<void> => {
    await admin.raw(`ALTER DATABASE ${name} ALLOW_CONNECTIONS false`);
    await work();
    await admin.raw(`ALTER DATABASE ${name} ALLOW_CONNECTIONS true`);
  };
  await alone(async () => {
    await admin.raw('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = ?', [
      name,
    ]);
    await admin.raw(`CREATE DATABASE ${copy} TEMPLATE ${name}`);
  });
  const copied = new URL(url);
  copied.pathname = `/${copy}`;
  await comeBackAhead(copied.href);
  return {
    restore: () =>
      alone(async () => {
        await admin.raw(`DROP DATABASE ${name} WITH (FORCE)`);
        await admin.raw(`CREATE DATABASE ${name} TEMPLATE ${copy}`);
      }),
    drop: async () => {
      await admin.raw(`DROP DATABASE ${copy} WITH (FORCE)`);
      await admin.destroy();
    },
  };
};
