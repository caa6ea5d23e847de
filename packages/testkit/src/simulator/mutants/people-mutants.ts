import type { AcceptedPayout, Actor, Payout } from '@hundi/core';
import type { PayoutStore } from '@hundi/core/storage';
import { instead } from '../engine/instead.js';
import type { Mutant, Planting } from './mutant.js';
import { withStores } from './plant.js';

/** Changes what people who decide see of a payout that waits. */
const waiting = (change: (payout: AcceptedPayout) => AcceptedPayout): Planting => {
  const seen = (payout: Payout): Payout =>
    payout.intake === 'accepted' &&
    (payout.progress.status === 'pending_approval' ||
      payout.progress.status === 'partially_approved')
      ? change(payout)
      : payout;
  const reads = (store: PayoutStore): Partial<PayoutStore> => ({
    findMany: async (tenant, ids) => (await store.findMany(tenant, ids)).map(seen),
  });
  return () => withStores(({ payouts }) => ({ payouts: instead(payouts, reads(payouts)) }));
};

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
    ports: waiting((payout) => {
      const { approval } = payout.progress;
      if (approval === undefined) return payout;
      const approvals = approval.approvals.map((one, i) => ({
        ...one,
        userId: `${nobody}-${String(i)}` as never,
      }));
      return {
        ...payout,
        progress: { ...payout.progress, approval: { ...approval, approvals } },
      };
    }),
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
      const known = new Map<string, unknown>();
      return withStores(({ tenancy }) => ({
        tenancy: instead(tenancy, {
          corporate: async (tenant) => {
            const name = tenant.corporateTenantId;
            if (!known.has(name)) known.set(name, await tenancy.corporate(tenant));
            return known.get(name) as never;
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
          find: (_, id) => payouts.findAnywhere(id),
          findMany: async (_, ids) => {
            const found: Payout[] = [];
            for (const id of new Set(ids)) {
              const one = await payouts.findAnywhere(id);
              if (one !== undefined) found.push(one);
            }
            return found;
          },
        }),
      })),
  },
];
