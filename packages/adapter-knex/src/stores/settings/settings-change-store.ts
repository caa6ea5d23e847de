import { SettingsChange } from '@hundi/core/wire';
import type { SettingsChangeStore } from '@hundi/core/storage';
import { int, rowsOf, text } from '../../engine/described.js';
import type { Dialect } from '../../engine/dialect.js';
import { insertingOne, named } from '../../engine/named.js';
import type { Session } from '../../engine/session.js';
import { expectAll } from '../../engine/stale.js';
import { OWNED, OWNER } from '../rows/owner.js';
import { recordsOf } from '../rows/small-records.js';

const CHANGE = rowsOf<SettingsChange>()({
  change_id: text(({ changeId }) => changeId),
  corporate_id: text(({ corporateTenantId }) => corporateTenantId),
  bank_id: text(({ bankTenantId }) => bankTenantId),
  state: text(({ state }) => state),
  expires_at: int(({ expiresAt }) => expiresAt),
  revision: int(({ revision }) => revision),
  record: text((change) => JSON.stringify(SettingsChange.encode(change))),
});

/** Comes after every id of a change. */
const LAST = 'sc_~';

/** Changes of settings that were proposed. */
export const settingsChangeStore = (
  dialect: Dialect,
): ((session: Session) => SettingsChangeStore) => {
  const find = named(
    `SELECT record FROM settings_changes WHERE change_id = :change_id AND ${OWNED}`,
  );
  const add = named(insertingOne('settings_changes', CHANGE.names));
  const replace = named(`UPDATE settings_changes
    SET state = :state, revision = :revision, record = :record
    WHERE change_id = :change_id AND ${OWNED} AND revision = :before`);
  const latest = named(`SELECT record FROM settings_changes ${dialect.using('settings_changes_of')}
    WHERE ${OWNED} AND change_id < :before ORDER BY change_id DESC LIMIT :limit`);
  const pending = named(`SELECT record
    FROM settings_changes ${dialect.using('settings_changes_by_state')}
    WHERE ${OWNED} AND state = 'pending' AND expires_at > :now`);

  return (session) => ({
    add: async (change) => {
      await add.run(session, CHANGE.values(change));
    },
    find: async (tenant, changeId) => {
      const values = { ...OWNER.values(tenant), change_id: changeId };
      return recordsOf(SettingsChange, await find.all(session, values))[0];
    },
    replace: async (next) => {
      const values = { ...CHANGE.values(next), before: next.revision - 1 };
      expectAll(await replace.run(session, values), 1, 'settings changes');
    },
    latest: async (tenant, limit, before = LAST) => {
      const values = { ...OWNER.values(tenant), before, limit };
      return recordsOf(SettingsChange, await latest.all(session, values));
    },
    pending: async (tenant, now) =>
      recordsOf(SettingsChange, await pending.all(session, { ...OWNER.values(tenant), now })),
  });
};
