import type { SettingsChange } from '@hundi/core/wire';
import type { SettingsChangeStore } from '@hundi/core/storage';
import { LostRace } from '../engine/lost-race.js';
import { sameTenant } from '../engine/per-tenant.js';
import type { Unit } from '../engine/unit.js';

export const settingsChangeTables =
  (all: Map<string, SettingsChange>): ((unit: Unit) => SettingsChangeStore) =>
  (unit) => ({
    add: async (change) => {
      if (all.has(change.changeId)) throw new Error(`there is a change ${change.changeId} already`);
      unit.set(all, change.changeId, change);
    },
    find: async (tenant, changeId) => {
      const change = all.get(changeId);
      return change !== undefined && sameTenant(change, tenant) ? change : undefined;
    },
    replace: async (next) => {
      if (all.get(next.changeId)?.revision !== next.revision - 1)
        throw new LostRace(`the change ${next.changeId} was decided on meanwhile`);
      unit.set(all, next.changeId, next);
    },
    latest: async (tenant, limit, before) =>
      [...all.values()]
        .filter((change) => sameTenant(change, tenant))
        .filter(({ changeId }) => before === undefined || changeId < before)
        .sort((a, b) => (a.changeId > b.changeId ? -1 : 1))
        .slice(0, limit),
    pending: async (tenant, now) =>
      [...all.values()].filter(
        (change) =>
          sameTenant(change, tenant) && change.state === 'pending' && change.expiresAt > now,
      ),
  });
