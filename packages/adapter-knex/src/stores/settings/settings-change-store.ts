import { SettingsChange, type Tenant } from '@hundi/core';
import type { SettingsChangeStore } from '@hundi/core/storage';
import type { Dialect } from '../../engine/dialect.js';
import type { Session } from '../../engine/session.js';
import { expectAll } from '../../engine/stale.js';
import type { Int } from '../rows/present.js';
import { recordsOf } from '../rows/small-records.js';

const scope = ({ corporateTenantId, bankTenantId }: Tenant) => [corporateTenantId, bankTenantId];

const textOf = (change: SettingsChange): string => JSON.stringify(SettingsChange.encode(change));

/** Comes after every id of a change. */
const LAST = 'sc_~';

/** Changes of settings that were proposed. */
export const settingsChangeStore = (
  dialect: Dialect,
): ((session: Session) => SettingsChangeStore) => {
  const own = 'corporate_id = ? AND bank_id = ?';
  const find = `SELECT record FROM settings_changes WHERE change_id = ? AND ${own}`;
  const add = `INSERT INTO settings_changes
    (change_id, corporate_id, bank_id, state, expires_at, revision, record)
    VALUES (?, ?, ?, ?, ?, ?, ?)`;
  const replace = `UPDATE settings_changes SET state = ?, revision = ?, record = ?
    WHERE change_id = ? AND ${own} AND revision = ?`;
  const latest = `SELECT record FROM settings_changes ${dialect.using('settings_changes_of')}
    WHERE ${own} AND change_id < ? ORDER BY change_id DESC LIMIT ?`;
  const pending = `SELECT count(*) AS total
    FROM settings_changes ${dialect.using('settings_changes_by_state')}
    WHERE ${own} AND state = 'pending' AND expires_at > ?`;

  return (session) => ({
    add: async (change) => {
      const { changeId, state, expiresAt, revision } = change;
      const cells = [changeId, ...scope(change), state, expiresAt, revision, textOf(change)];
      await session.run(add, cells);
    },
    find: async (tenant, changeId) =>
      recordsOf(SettingsChange, await session.all(find, [changeId, ...scope(tenant)]))[0],
    replace: async (next) => {
      const { changeId, state, revision } = next;
      const written = await session.run(replace, [
        ...[state, revision, textOf(next)],
        ...[changeId, ...scope(next), revision - 1],
      ]);
      expectAll(written, 1, 'settings changes');
    },
    latest: async (tenant, limit, before = LAST) =>
      recordsOf(SettingsChange, await session.all(latest, [...scope(tenant), before, limit])),
    countPending: async (tenant, now) => {
      const [row] = await session.all(pending, [...scope(tenant), now]);
      return Number((row as { readonly total: Int } | undefined)?.total ?? 0);
    },
  });
};
