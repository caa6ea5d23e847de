import { randomBytes } from 'node:crypto';
import { E } from '@hundi/core';
import type { Storage } from '@hundi/core/storage';
import { aTenant, aUser } from '@hundi/testkit';
import type { ExecutionContext } from 'ava';
import type { Knex } from 'knex';
import { migrate, openPostgres } from '../index.js';

export const putUser = async (storage: Storage): Promise<void> => {
  await storage.atomically<never, undefined>(async ({ tenancy }) => {
    await tenancy.putUsers(aTenant('acme'), [aUser(1)]);
    return E.right(undefined);
  });
};

/** A database whose owner has chosen speed: its sessions do not wait for the disk. */
export const hastyDatabase = async (
  t: Pick<ExecutionContext, 'teardown' | 'timeout'>,
  url: string,
): Promise<string> => {
  t.timeout(600_000);
  const name = `hundi_hasty_${randomBytes(6).toString('hex')}`;
  const admin = openPostgres(url, { connections: 1, statementTimeoutMs: 0 });
  await admin.raw(`CREATE DATABASE ${name}`);
  t.teardown(async () => {
    await admin.raw(`DROP DATABASE ${name} WITH (FORCE)`);
    await admin.destroy();
  });
  await admin.raw(`ALTER DATABASE ${name} SET synchronous_commit = off`);
  const own = new URL(url);
  own.pathname = `/${name}`;
  return own.href;
};

/** SQL for a text of what is in force. */
export const inForce = (...settings: ReadonlyArray<string>): string =>
  settings.map((name) => `current_setting('${name}')`).join(` || ' ' || `);

/** Writes down what is in force when a transaction that wrote users commits. */
export const watchCommits = async (db: Knex, settings: string): Promise<void> => {
  await migrate(db);
  await db.raw(`CREATE TABLE public.at_commit (settings text)`);
  await db.raw(`CREATE FUNCTION public.note() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN INSERT INTO public.at_commit VALUES (${settings}); RETURN NULL; END $$`);
  await db.raw(`CREATE CONSTRAINT TRIGGER noted AFTER INSERT OR UPDATE ON hundi.users
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION public.note()`);
};

/** What was in force at the last commit. */
export const atCommit = async (db: Knex): Promise<string | undefined> => {
  const rows = await db<{ settings: string }>('public.at_commit').select('settings');
  await db('public.at_commit').delete();
  return rows.at(-1)?.settings;
};
