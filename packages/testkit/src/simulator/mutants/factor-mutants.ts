import { createHundi, E, type Ports } from '@hundi/core';
import type { FactorStore, PersonFactors } from '@hundi/core/storage';
import { instead } from '../engine/instead.js';
import { sealOf } from '../people/factors.js';
import type { Mutant, Planting } from './mutant.js';
import { withStores } from './plant.js';

/** Corporates ask for no second factor. */
const gateOpen: (ports: Ports) => Ports = withStores(({ tenancy }) => ({
  tenancy: instead(tenancy, {
    corporate: async (tenant) => {
      const { secondFactor: _asked, ...corporate } = (await tenancy.corporate(tenant)) ?? {};
      return corporate as never;
    },
  }),
}));

const held =
  (change: (store: FactorStore) => Partial<FactorStore>): Planting =>
  () =>
    withStores(({ factors }) => ({ factors: instead(factors, change(factors)) }));

const neverUsed = (found: PersonFactors | undefined): PersonFactors | undefined =>
  found && {
    ...found,
    challenges: found.challenges.map(({ usedAt: _used, proof: _proof, ...challenge }) => challenge),
  };

type Factor = PersonFactors['factors'][number];

/** Factors as somebody who can write the database changes them. */
const factorsAs = (change: (factor: Factor, of: PersonFactors) => Factor): Planting => {
  const changed = (found: PersonFactors | undefined): PersonFactors | undefined =>
    found && { ...found, factors: found.factors.map((factor) => change(factor, found)) };
  return held((store) => ({
    find: async (...asked) => changed(await store.find(...asked)),
    hold: async (...asked) => changed(await store.hold(...asked)),
    byId: async (id) => changed(await store.byId(id)),
  }));
};

/** The seal of a passkey is good, whoever wrote it: as if none were compared. */
const sealedAnyway = (factor: Factor, { userId, ...held }: PersonFactors): Factor => {
  if (factor.kind !== 'passkey' || factor.credential === undefined) return factor;
  const { factorId, credential } = factor;
  return { ...factor, seal: sealOf(held, userId, { factorId, credential }) };
};

export const factorMutants: ReadonlyArray<Mutant> = [
  {
    name: 'passkey-forged',
    bug: 'a passkey opens that somebody wrote into the table with the seal of another one',
    ports: factorsAs(sealedAnyway),
  },
  {
    name: 'factor-unconfirmed',
    bug: 'a factor that waits for its second person is active, and nobody else has agreed to it',
    ports: factorsAs((factor) =>
      factor.state === 'waiting' ? { ...factor, state: 'active' } : factor,
    ),
  },
  {
    name: 'gate-open',
    bug: 'an approval needs no second factor, whatever the corporate asks for',
    ports: () => gateOpen,
  },
  {
    name: 'challenge-used-twice',
    bug: 'a challenge that was answered may be answered again',
    ports: held((store) => ({
      find: async (...asked) => neverUsed(await store.find(...asked)),
      hold: async (...asked) => neverUsed(await store.hold(...asked)),
      byId: async (id) => neverUsed(await store.byId(id)),
    })),
  },
  {
    name: 'cover-not-checked',
    bug: 'a factor that was given for some payouts approves others',
    engine: (engine, ports) => {
      const open = createHundi(gateOpen(ports));
      return instead(engine, {
        decidePayouts: async (tenant, decision) => {
          const decided = await engine.decidePayouts(tenant, decision);
          return E.isLeft(decided) && decided.left._tag === 'OtherThanChallenged'
            ? open.decidePayouts(tenant, decision)
            : decided;
        },
      });
    },
  },
  {
    name: 'guess-not-counted',
    bug: 'wrong codes are not counted',
    ports: held((store) => ({
      put: ({ guesses: _counted, ...next }) =>
        store.put({
          ...next,
          challenges: next.challenges.map((challenge) => ({ ...challenge, tries: 0 })),
        }),
    })),
  },
];
