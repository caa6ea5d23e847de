import type { Tenant } from '@hundi/core';
import { payoutIdOf, type PayoutCheckout, type PayoutCheckoutId } from '@hundi/core/wire';
import type {
  PayoutCheckoutStore,
  Stores,
  SurroundedCheckout,
  TriedCheckout,
} from '@hundi/core/storage';
import { LostRace } from '../engine/lost-race.js';
import type { References } from '../payout/references.js';
import { makerLimits } from './maker-limits.js';
import type { Unit } from '../engine/unit.js';

const isOf = ({ bankTenantId, corporateTenantId }: Tenant, { session }: TriedCheckout): boolean =>
  session.bankTenantId === bankTenantId && session.corporateTenantId === corporateTenantId;

/** The one payout that a session may become, and its reference. */
const orderOf = (session: PayoutCheckout) => ({
  tenant: session,
  reference: session.reference,
  transactionId: payoutIdOf(session),
});

type Neighbours = Pick<Stores, 'tenancy' | 'beneficiaries'>;

const surroundingsOf = async (
  { tenancy, beneficiaries }: Neighbours,
  session: PayoutCheckout,
): Promise<SurroundedCheckout['surroundings']> => {
  const bank = await tenancy.bank(session);
  const corporate = await tenancy.corporate(session);
  const [maker] = await tenancy.actors(session, [session.makerUserId]);
  const beneficiary = await beneficiaries.find(session, session.beneficiaryId);
  const debitAccounts = await tenancy.debitAccounts(session);
  const packages = await tenancy.packages(session, beneficiary?.packageCodes ?? []);
  return () => {
    if (!bank || !corporate || !maker || !beneficiary)
      throw new Error('a session without bank, corporate, maker or beneficiary');
    return { bank, corporate, maker, beneficiary, debitAccounts, packages };
  };
};

export const payoutCheckoutTables = (
  neighbours: Neighbours,
  references: References,
): ((unit: Unit) => PayoutCheckoutStore) => {
  const sessions = new Map<PayoutCheckoutId, TriedCheckout>();
  const limitsOf = makerLimits();

  return (unit) => {
    const limits = limitsOf(unit);
    return {
      add: async (session) => {
        const { sessionId } = session;
        if (sessions.has(sessionId)) throw new Error(`there is a session ${sessionId} already`);
        references.keep(unit, orderOf(session));
        unit.set(sessions, sessionId, { session, tries: 0 });
      },
      find: async (tenant, id) => {
        const found = sessions.get(id);
        return found !== undefined && isOf(tenant, found) ? found : undefined;
      },
      findAnywhere: async (id) => sessions.get(id),
      findSurrounded: async (id) => {
        const found = sessions.get(id);
        return found && { ...found, surroundings: await surroundingsOf(neighbours, found.session) };
      },
      // Units take place one at a time.
      hold: async (id) => sessions.get(id),
      advance: async (session) => {
        const before = sessions.get(session.sessionId);
        if (before?.session.revision !== session.revision - 1 || !isOf(session, before))
          throw new LostRace(`session ${session.sessionId} has moved on`);
        const tries = before.session.codesSent === session.codesSent ? before.tries : 0;
        unit.set(sessions, session.sessionId, { session, tries });
      },
      freeReference: async (session) => references.giveBack(unit, orderOf(session)),
      countTry: async (id, codeNumber, triesMax) => {
        const found = sessions.get(id);
        if (found?.session.status !== 'open' || found.session.codesSent !== codeNumber)
          return undefined;
        if (found.tries >= triesMax) return undefined;
        const tries = found.tries + 1;
        unit.set(sessions, id, { ...found, tries });
        return tries;
      },
      countFailure: limits.countFailure,
      failures: limits.failures,
      forgiveFailure: limits.forgiveFailure,
      countCode: limits.countCode,
      forgiveCode: limits.forgiveCode,
    };
  };
};
