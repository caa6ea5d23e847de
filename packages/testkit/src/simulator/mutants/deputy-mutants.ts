import type { UserId } from '@hundi/core';
import type { Actor, User } from '@hundi/core/wire';
import type { TenancyStore } from '@hundi/core/storage';
import { instead } from '../engine/instead.js';
import type { Mutant, Planting } from './mutant.js';
import { votedByOthers, waitingAs, withStores } from './plant.js';

const apart = waitingAs(votedByOthers);
const nobody = 'somebody-else' as UserId;

/** Who deputizes for whom, as the people of a corporate are read. */
const deputizing = (change: (user: User) => User): Planting => {
  const reads = (store: TenancyStore): Partial<TenancyStore> => ({
    actors: async (tenant, ids) =>
      (await store.actors(tenant, ids)).map((actor) => ({ ...actor, user: change(actor.user) })),
  });
  return () => withStores(({ tenancy }) => ({ tenancy: instead(tenancy, reads(tenancy)) }));
};

const forEver = (user: User): User => ({
  ...user,
  ...(user.deputyFor !== undefined && {
    deputyFor: user.deputyFor.map((one) => ({ ...one, until: Infinity })),
  }),
});

/** As if whoever made a payout were somebody else, unless they decide themselves. */
const ofOthers: Planting = () =>
  withStores(({ tenancy, payouts }) => {
    let decider: UserId | undefined;
    return {
      tenancy: instead(tenancy, {
        actors: async (tenant, ids): Promise<ReadonlyArray<Actor>> => {
          decider ??= ids[0];
          return tenancy.actors(tenant, ids);
        },
      }),
      payouts: instead(payouts, {
        findMany: async (tenant, ids) =>
          (await payouts.findMany(tenant, ids)).map((payout) => {
            const { order } = payout;
            const isOwn = order.createdBy.userId === decider;
            const createdBy = { ...order.createdBy, ...(!isOwn && { userId: nobody }) };
            return { ...payout, order: { ...order, createdBy } };
          }),
      }),
    };
  });

/** As if everybody who voted before were somebody else, where a person decides who may for others. */
const votesApart: Planting = () =>
  withStores(({ tenancy, payouts }) => {
    let looks = 0;
    return {
      tenancy: instead(tenancy, {
        actors: async (tenant, ids) => {
          looks += 1;
          return tenancy.actors(tenant, ids);
        },
      }),
      payouts: instead(payouts, {
        findMany: async (tenant, ids) => {
          const found = await payouts.findMany(tenant, ids);
          return looks > 1 ? found.map(apart) : found;
        },
      }),
    };
  });

export const deputyMutants: ReadonlyArray<Mutant> = [
  {
    name: 'deputy-votes-too',
    bug: 'a person and their deputy have two votes',
    ports: votesApart,
  },
  {
    name: 'deputy-for-ever',
    bug: 'a deputy decides after their time is over',
    ports: deputizing(forEver),
  },
  {
    name: 'deputy-of-maker',
    bug: 'a deputy approves what the person made who named them',
    ports: ofOthers,
  },
  {
    name: 'deputy-of-deputy',
    bug: 'a person is named who has a deputy for that time',
    ports: () =>
      withStores(({ tenancy }) => ({
        tenancy: instead(tenancy, {
          users: async (tenant) =>
            (await tenancy.users(tenant)).map(({ deputyFor: _named, ...user }) => user),
        }),
      })),
  },
];
