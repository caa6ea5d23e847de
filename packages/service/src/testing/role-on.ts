import { randomBytes } from 'node:crypto';
import { openPostgres } from '@hundi/adapter-knex';
import type { ExecutionContext } from 'ava';

/** A role without rights on a database. */
export interface RoleOn {
  readonly role: string;
  /** The database as this role reaches it. */
  readonly url: string;
  /** The database as its owner reaches it. */
  readonly owner: ReturnType<typeof openPostgres>;
}

/** Makes a role that may do nothing yet on a database of PostgreSQL, and takes it away at the end of the test. */
export const roleOn = async (t: ExecutionContext, url: string): Promise<RoleOn> => {
  const role = `hundi_${randomBytes(8).toString('hex')}`;
  const owner = openPostgres(url, { connections: 1 });
  await owner.raw(`CREATE ROLE ${role} LOGIN`);
  t.teardown(async () => {
    await owner.raw(`DROP OWNED BY ${role} CASCADE; DROP ROLE ${role}`);
    await owner.destroy();
  });
  const asRole = new URL(url);
  asRole.username = role;
  return { role, url: asRole.href, owner };
};
