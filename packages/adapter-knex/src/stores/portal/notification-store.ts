import {
  PersonNotifications,
  type NotificationLook,
  type NotificationStore,
} from '@hundi/core/storage';
import { int, rowsOf, text } from '../../engine/described.js';
import type { Dialect } from '../../engine/dialect.js';
import { insertingOne, named } from '../../engine/named.js';
import type { Session } from '../../engine/session.js';
import { expectAll } from '../../engine/stale.js';
import { OWNED, OWNER } from '../rows/owner.js';
import { intOrNull, present } from '../rows/present.js';
import { recordsOf } from '../rows/small-records.js';

const LOOK = rowsOf<NotificationLook>()({
  corporate_id: text(({ tenant }) => tenant.corporateTenantId),
  bank_id: text(({ tenant }) => tenant.bankTenantId),
  position: int(({ position }) => position),
  ordinal: int(({ ordinal }) => ordinal),
  looked_at: int(({ lookedAt }) => lookedAt),
});
const FOUND_LOOK = LOOK.select(LOOK.names);

const KEPT = rowsOf<PersonNotifications>()({
  corporate_id: text(({ corporateTenantId }) => corporateTenantId),
  bank_id: text(({ bankTenantId }) => bankTenantId),
  user_id: text(({ userId }) => userId),
  revision: int(({ revision }) => revision),
  record: text((kept) => JSON.stringify(PersonNotifications.encode(kept))),
});

const statements = (dialect: Dialect) => {
  const of = `SELECT record FROM person_notifications
    ${dialect.using(dialect.primaryOf('person_notifications'))} WHERE ${OWNED}`;
  return {
    find: named(`${of} AND user_id = :user_id`),
    ofCorporate: named(of),
    add: named(`${insertingOne('person_notifications', KEPT.names)}
      ON CONFLICT (corporate_id, bank_id, user_id) DO NOTHING`),
    replace: named(`UPDATE person_notifications SET revision = :revision, record = :record
      WHERE ${OWNED} AND user_id = :user_id AND revision = :before`),
    look: named(`SELECT ${FOUND_LOOK.list()} FROM notification_looks
      ${dialect.using(dialect.primaryOf('notification_looks'))} WHERE ${OWNED}`),
    putLook: named(`${insertingOne('notification_looks', LOOK.names)}
      ON CONFLICT (corporate_id, bank_id) DO UPDATE SET
        position = excluded.position, ordinal = excluded.ordinal, looked_at = excluded.looked_at`),
  };
};

/** What people want to be mailed of and have been told, and the looks for more. */
export const notificationStore = (dialect: Dialect): ((session: Session) => NotificationStore) => {
  const sql = statements(dialect);

  return (session) => ({
    look: async (tenant) => {
      const [row] = FOUND_LOOK.rows(await sql.look.all(session, OWNER.values(tenant)));
      return (
        row &&
        present<NotificationLook>({
          tenant,
          position: Number(row.position),
          ordinal: intOrNull(row.ordinal),
          lookedAt: Number(row.looked_at),
        })
      );
    },
    putLook: async (next) => {
      await sql.putLook.run(session, LOOK.values(next));
    },
    find: async (tenant, userId) => {
      const values = { ...OWNER.values(tenant), user_id: userId };
      return recordsOf(PersonNotifications, await sql.find.all(session, values))[0];
    },
    ofCorporate: async (tenant) =>
      recordsOf(PersonNotifications, await sql.ofCorporate.all(session, OWNER.values(tenant))),
    put: async (next) => {
      const values = KEPT.values(next);
      const written =
        next.revision === 1
          ? await sql.add.run(session, values)
          : await sql.replace.run(session, { ...values, before: next.revision - 1 });
      expectAll(written, 1, 'notifications of a person');
    },
  });
};
