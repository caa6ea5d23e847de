import type { Actor, TenancyStore } from '@hundi/core/storage';
import { bulk } from '../../engine/bulk.js';
import { rowsOf, sharing, text } from '../../engine/described.js';
import type { Dialect } from '../../engine/dialect.js';
import { named } from '../../engine/named.js';
import type { Session } from '../../engine/session.js';
import { OWNED, OWNER } from '../rows/owner.js';
import { roleOf, userOf } from '../rows/settings-records.js';

/** A user, or a role of the corporate. */
export interface ActorRow {
  readonly kind: 'user' | 'role';
  readonly record: string;
}

/** Users with the roles that they hold. */
export const actorsOf = (rows: ReadonlyArray<ActorRow>): ReadonlyArray<Actor> => {
  const roles = new Map(
    rows
      .filter(({ kind }) => kind === 'role')
      .map(({ record }) => roleOf(record))
      .map((role) => [role.roleCode, role]),
  );
  return rows
    .filter(({ kind }) => kind === 'user')
    .map(({ record }) => userOf(record))
    .map((user) => ({
      user,
      roles: user.roleCodes.flatMap((code) => roles.get(code) ?? []),
    }));
};

const USER = sharing(OWNER, rowsOf<string>()({ id: text((userId) => userId) }));

/** One statement, so that users and roles are of one moment. */
const actorStatement = (dialect: Dialect) =>
  bulk(
    dialect,
    USER.columns,
    (s) => `WITH wanted AS (SELECT * FROM ${s}),
      owner AS (SELECT DISTINCT corporate_id, bank_id FROM wanted)
      SELECT 'user' AS kind, t.record
        FROM wanted CROSS JOIN users t ${dialect.using('users_by_id')}
        WHERE ${dialect.byIndex(`t.corporate_id = wanted.corporate_id
          AND t.bank_id = wanted.bank_id AND t.id = wanted.id`)}
      UNION ALL SELECT 'role' AS kind, t.record
        FROM owner CROSS JOIN roles t ${dialect.using('roles_by_id')}
        WHERE ${dialect.byIndex('t.corporate_id = owner.corporate_id AND t.bank_id = owner.bank_id')}`,
  );

const everybodyStatement = (dialect: Dialect) =>
  named(`SELECT 'user' AS kind, t.record FROM users t ${dialect.using('users_by_id')}
      WHERE ${OWNED}
    UNION ALL SELECT 'role' AS kind, t.record FROM roles t ${dialect.using('roles_by_id')}
      WHERE ${OWNED}`);

/** Reads users with the roles that they hold. */
export const actorReads = (
  dialect: Dialect,
): ((session: Session) => Pick<TenancyStore, 'actors' | 'everybody'>) => {
  const actors = actorStatement(dialect);
  const everybody = everybodyStatement(dialect);
  return (session) => ({
    actors: async (tenant, ids) => {
      const rows = await actors.all(session, [...new Set(ids)].map(USER.cells(tenant)));
      return actorsOf(rows as ReadonlyArray<ActorRow>);
    },
    everybody: async (tenant) => {
      const rows = await everybody.all(session, OWNER.values(tenant));
      return actorsOf(rows as ReadonlyArray<ActorRow>);
    },
  });
};
