import { PersonFactors, type FactorStore } from '@hundi/core/storage';
import type { Tenant, UserId } from '@hundi/core';
import { bulk } from '../../engine/bulk.js';
import { int, rowsOf, sharing, text } from '../../engine/described.js';
import type { Dialect } from '../../engine/dialect.js';
import { insertingOne, named } from '../../engine/named.js';
import type { Session } from '../../engine/session.js';
import { expectAll } from '../../engine/stale.js';
import { OWNED, OWNER } from '../rows/owner.js';
import { recordsOf } from '../rows/small-records.js';

const HELD = rowsOf<PersonFactors>()({
  id: text(({ id }) => id),
  corporate_id: text(({ corporateTenantId }) => corporateTenantId),
  bank_id: text(({ bankTenantId }) => bankTenantId),
  user_id: text(({ userId }) => userId),
  revision: int(({ revision }) => revision),
  record: text((held) => JSON.stringify(PersonFactors.encode(held))),
});

const OWNED_USER = sharing(OWNER, rowsOf<UserId>()({ user_id: text((id) => id) }));

const valuesOf = (tenant: Tenant, userId: string) => ({
  ...OWNER.values(tenant),
  user_id: userId,
});

/** The second factors of people. */
export const factorStore = (dialect: Dialect): ((session: Session) => FactorStore) => {
  const of = `SELECT t.record FROM person_factors t ${dialect.using('person_factors_of')}
    WHERE ${OWNED} AND user_id = :user_id`;
  const findMany = bulk(
    dialect,
    OWNED_USER.columns,
    dialect.lookup({
      table: 'person_factors',
      index: 'person_factors_of',
      select: 't.record',
      where: `t.corporate_id = s.corporate_id AND t.bank_id = s.bank_id AND t.user_id = s.user_id`,
    }),
  );
  const [find, hold] = [named(of), named(`${of} ${dialect.hold}`)];
  const byId = named(`SELECT record FROM person_factors WHERE id = :id`);
  const add = named(`${insertingOne('person_factors', HELD.names)}
    ON CONFLICT (corporate_id, bank_id, user_id) DO NOTHING`);
  const replace = named(`UPDATE person_factors SET revision = :revision, record = :record
    WHERE id = :id AND revision = :before`);

  return (session) => ({
    find: async (tenant, userId) =>
      recordsOf(PersonFactors, await find.all(session, valuesOf(tenant, userId)))[0],
    hold: async (tenant, userId) =>
      recordsOf(PersonFactors, await hold.all(session, valuesOf(tenant, userId)))[0],
    findMany: async (tenant, userIds) =>
      recordsOf(
        PersonFactors,
        await findMany.all(session, [...new Set(userIds)].map(OWNED_USER.cells(tenant))),
      ),
    byId: async (id) => recordsOf(PersonFactors, await byId.all(session, { id }))[0],
    put: async (next) => {
      const values = HELD.values(next);
      const written =
        next.revision === 1
          ? await add.run(session, values)
          : await replace.run(session, { ...values, before: next.revision - 1 });
      expectAll(written, 1, 'factors of a person');
    },
  });
};
