import type { Actor, Corporate } from '@hundi/core/wire';
import { instead } from '../engine/instead.js';
import type { Mutant } from './mutant.js';
import { votedByOthers, waiting, withStores } from './plant.js';

const nobody = 'somebody-else';

export const peopleMutants: ReadonlyArray<Mutant> = [
  {
    name: 'own-approval',
    bug: 'makers approve what they made themselves',
    ports: waiting((payout) => ({
      ...payout,
      order: { ...payout.order, createdBy: { ...payout.order.createdBy, userId: nobody } },
    })),
  },
  {
    name: 'one-person-twice',
    bug: 'one person counts as often as they approve',
    ports: waiting(votedByOthers),
  },
  {
    name: 'one-level',
    bug: 'the first level is the last',
    ports: waiting((payout) => {
      const { approval } = payout.progress;
      if (approval === undefined) return payout;
      const levels = approval.levels.slice(0, 1);
      return { ...payout, progress: { ...payout.progress, approval: { ...approval, levels } } };
    }),
  },
  {
    name: 'role-of-yesterday',
    bug: 'roles are read once and then remembered',
    ports: () => {
      const known = new Map<string, Actor>();
      return withStores(({ tenancy }) => ({
        tenancy: instead(tenancy, {
          actors: async (tenant, ids) =>
            (await tenancy.actors(tenant, ids)).map((actor) => {
              const name = `${tenant.corporateTenantId} ${actor.user.userId}`;
              const remembered = known.get(name) ?? actor;
              known.set(name, remembered);
              return remembered;
            }),
        }),
      }));
    },
  },
  {
    name: 'policy-of-yesterday',
    bug: 'a changed policy does not hold for new payouts',
    ports: () => {
      const known = new Map<string, Corporate>();
      return withStores(({ tenancy }) => ({
        tenancy: instead(tenancy, {
          surroundings: async (tenant, ...asked) => {
            const found = await tenancy.surroundings(tenant, ...asked);
            const remembered = known.get(tenant.corporateTenantId) ?? found?.corporate;
            if (remembered !== undefined) known.set(tenant.corporateTenantId, remembered);
            return found && remembered && { ...found, corporate: remembered };
          },
        }),
      }));
    },
  },
  {
    name: 'payee-not-approved',
    bug: 'payees are paid before a checker has approved them',
    ports: () =>
      withStores(({ beneficiaries }) => ({
        beneficiaries: instead(beneficiaries, {
          findMany: async (tenant, ids) =>
            (await beneficiaries.findMany(tenant, ids)).map(
              (one) => ({ ...one, state: 'approved' }) as typeof one,
            ),
        }),
      })),
  },
  {
    name: 'tenant-of-another',
    bug: 'a payout is found by its id alone, whichever corporate asks',
    ports: () =>
      withStores(({ payouts }) => ({
        payouts: instead(payouts, {
          find: async (_, id) => (await payouts.findAnywhere([id]))[0],
          findMany: (_, ids) => payouts.findAnywhere(ids),
        }),
      })),
  },
];
