import type {
  Day,
  PayoutCheckoutId,
  PayoutCheckoutStore,
  Stores,
  Tenant,
  TriedCheckout,
} from '@hundi/core';
import { LostRace } from './lost-race.js';
import type { Unit } from './unit.js';

interface Failures {
  readonly day: Day;
  readonly count: number;
}

const keyOf = ({ bankTenantId, corporateTenantId }: Tenant, userId: string): string =>
  `${bankTenantId} ${corporateTenantId} ${userId}`;

const isOf = ({ bankTenantId, corporateTenantId }: Tenant, { session }: TriedCheckout): boolean =>
  session.bankTenantId === bankTenantId && session.corporateTenantId === corporateTenantId;

type Neighbours = (unit: Unit) => Pick<Stores, 'tenancy' | 'beneficiaries'>;

const surroundings =
  ({ tenancy, beneficiaries }: ReturnType<Neighbours>): PayoutCheckoutStore['surroundings'] =>
  async (session) => {
    const bank = await tenancy.bank(session);
    const corporate = await tenancy.corporate(session);
    const [maker] = await tenancy.actors(session, [session.makerUserId]);
    const beneficiary = await beneficiaries.find(session, session.beneficiaryId);
    if (!bank || !corporate || !maker || !beneficiary) throw new Error('a session of nobody');
    return {
      ...{ bank, corporate, maker, beneficiary },
      debitAccounts: await tenancy.debitAccounts(session),
      packages: await tenancy.packages(session, beneficiary.packageCodes),
    };
  };

export const payoutCheckoutTables = (
  neighbours: Neighbours,
): ((unit: Unit) => PayoutCheckoutStore) => {
  const sessions = new Map<PayoutCheckoutId, TriedCheckout>();
  const failed = new Map<string, Failures>();

  return (unit) => ({
    add: async (session) => {
      const { sessionId } = session;
      if (sessions.has(sessionId)) throw new Error(`there is a session ${sessionId} already`);
      unit.set(sessions, sessionId, { session, tries: 0 });
    },
    find: async (tenant, id) => {
      const found = sessions.get(id);
      return found !== undefined && isOf(tenant, found) ? found : undefined;
    },
    findAnywhere: async (id) => sessions.get(id),
    surroundings: surroundings(neighbours(unit)),
    // Units take place one at a time.
    hold: async (id) => sessions.get(id),
    advance: async (session) => {
      const before = sessions.get(session.sessionId);
      if (before?.session.revision !== session.revision - 1 || !isOf(session, before))
        throw new LostRace(`session ${session.sessionId} has moved on`);
      const tries = before.session.codesSent === session.codesSent ? before.tries : 0;
      unit.set(sessions, session.sessionId, { session, tries });
    },
    countTry: async (id, codeNumber, triesMax) => {
      const found = sessions.get(id);
      if (found?.session.status !== 'open' || found.session.codesSent !== codeNumber)
        return undefined;
      if (found.tries >= triesMax) return undefined;
      const tries = found.tries + 1;
      unit.set(sessions, id, { ...found, tries });
      return tries;
    },
    countFailure: async (tenant, userId, day, max) => {
      const key = keyOf(tenant, userId);
      const before = failed.get(key);
      const same = before !== undefined && before.day >= day ? before : { day, count: 0 };
      if (same.count >= max) return false;
      unit.set(failed, key, { ...same, count: same.count + 1 });
      return true;
    },
    failures: async (tenant, userId, day) => {
      const found = failed.get(keyOf(tenant, userId));
      return found !== undefined && found.day >= day ? found.count : 0;
    },
    forgiveFailure: async (tenant, userId) => {
      const key = keyOf(tenant, userId);
      const found = failed.get(key);
      if (found === undefined || found.count === 0) return;
      unit.set(failed, key, { ...found, count: found.count - 1 });
    },
  });
};
