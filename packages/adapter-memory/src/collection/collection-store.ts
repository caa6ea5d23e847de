import type {
  CollectionSession,
  CollectionStore,
  LinkPlace,
  PaymentLink,
} from '@hundi/core/storage';
import { LostRace } from '../engine/lost-race.js';
import { sameTenant } from '../engine/per-tenant.js';
import type { Unit } from '../engine/unit.js';

const newestFirst = (a: LinkPlace, b: LinkPlace): number =>
  b.createdAt - a.createdAt || (a.linkId === b.linkId ? 0 : a.linkId < b.linkId ? 1 : -1);

interface Numbered {
  readonly sequence: number;
  readonly sealedToken: string;
}

const add = <A>(unit: Unit, all: Map<string, A>, id: string, one: A): void => {
  if (all.has(id)) throw new Error(`there is a ${id} already`);
  unit.set(all, id, one);
};

const replace = <A extends Numbered>(
  unit: Unit,
  all: Map<string, A>,
  id: string,
  next: A,
): void => {
  const before = all.get(id);
  if (before?.sequence !== next.sequence - 1 || before.sealedToken !== next.sealedToken)
    throw new LostRace(`${id} has moved on`);
  unit.set(all, id, next);
};

export const collectionTables = (
  sessions: Map<string, CollectionSession>,
  links: Map<string, PaymentLink>,
): ((unit: Unit) => CollectionStore) => {
  const mails = new Map<string, { readonly day: number; readonly count: number }>();
  return (unit) => ({
    addSession: async (session) => {
      add(unit, sessions, session.sessionId, session);
    },
    session: async (tenant, sessionId) => {
      const found = sessions.get(sessionId);
      return found !== undefined && sameTenant(found, tenant) ? found : undefined;
    },
    anySession: async (sessionId) => sessions.get(sessionId),
    replaceSession: async (next) => {
      replace(unit, sessions, next.sessionId, next);
    },
    addLink: async (link) => {
      add(unit, links, link.linkId, link);
    },
    link: async (tenant, linkId) => {
      const found = links.get(linkId);
      return found !== undefined && sameTenant(found, tenant) ? found : undefined;
    },
    anyLink: async (linkId) => links.get(linkId),
    replaceLink: async (next) => {
      replace(unit, links, next.linkId, next);
    },
    countMail: async ({ bankTenantId, corporateTenantId }, whom, day, max) => {
      const key = `${bankTenantId} ${corporateTenantId} ${whom}`;
      const before = mails.get(key);
      const now = before !== undefined && before.day >= day ? before : { day, count: 0 };
      if (now.count >= max) return false;
      unit.set(mails, key, { ...now, count: now.count + 1 });
      return true;
    },
    links: async (tenant, limit, before) =>
      [...links.values()]
        .filter((link) => sameTenant(link, tenant))
        .sort(newestFirst)
        .filter((link) => before === undefined || newestFirst(before, link) < 0)
        .slice(0, limit),
  });
};
