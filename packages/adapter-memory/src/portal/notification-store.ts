import type { NotificationLook, NotificationStore, PersonNotifications } from '@hundi/core/storage';
import { keyOf } from '../engine/key-of.js';
import { LostRace } from '../engine/lost-race.js';
import { sameTenant, tenantKey } from '../engine/per-tenant.js';
import type { Unit } from '../engine/unit.js';

export const notificationTables = (): ((unit: Unit) => NotificationStore) => {
  const looks = new Map<string, NotificationLook>();
  const people = new Map<string, PersonNotifications>();
  return (unit) => ({
    look: async (tenant) => looks.get(tenantKey(tenant)),
    putLook: async (look) => {
      unit.set(looks, tenantKey(look.tenant), look);
    },
    find: async (tenant, userId) => people.get(keyOf(tenant, userId)),
    ofCorporate: async (tenant) => [...people.values()].filter((one) => sameTenant(one, tenant)),
    put: async (next) => {
      const key = keyOf(next, next.userId);
      if ((people.get(key)?.revision ?? 0) !== next.revision - 1)
        throw new LostRace(`the notifications of ${next.userId} changed meanwhile`);
      unit.set(people, key, next);
    },
  });
};
