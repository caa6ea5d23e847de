import { createHundi, E, type Ports } from '@hundi/core';
import type { AcceptedPayout, FactorStore, PersonFactors } from '@hundi/core/storage';
import { instead } from '../engine/instead.js';
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

/** Payouts that people signed, as somebody who can write the database changes them before they are sent. */
const signed =
  (change: (payout: AcceptedPayout) => AcceptedPayout): Planting =>
  () =>
    withStores(({ payouts }) => ({
      payouts: instead(payouts, {
        findMany: async (...asked) =>
          (await payouts.findMany(...asked)).map((one) =>
            one.intake === 'accepted' && signaturesOf(one).length > 0 && !isAwaited(one)
              ? change(one)
              : one,
          ),
      }),
    }));

const signaturesOf = ({ progress }: AcceptedPayout) =>
  (progress.approval?.approvals ?? []).filter(({ signatureId }) => signatureId !== undefined);

const isAwaited = ({ progress: { status } }: AcceptedPayout): boolean =>
  status === 'pending_approval' || status === 'partially_approved';

export const factorMutants: ReadonlyArray<Mutant> = [
  {
    name: 'account-rewritten',
    bug: 'the account of a payout that people signed is another one when it is sent',
    ports: signed((payout) => ({
      ...payout,
      terms: { ...payout.terms, creditAccountNumber: '999999999999' as never },
    })),
  },
  {
    name: 'decision-moved',
    bug: 'a payout names the signature of another decision',
    ports: signed((payout) => {
      const { approval } = payout.progress;
      const moved = approval && {
        ...approval,
        approvals: approval.approvals.map((one) => ({ ...one, signatureId: 'fc_other' })),
      };
      return moved === undefined
        ? payout
        : { ...payout, progress: { ...payout.progress, approval: moved } };
    }),
  },
  {
    name: 'policy-rewritten',
    bug: 'the policy of a corporate whose approvals need a passkey asks for no level any more',
    ports: () =>
      withStores(({ tenancy }) => ({
        tenancy: instead(tenancy, {
          corporate: async (tenant) => {
            const found = await tenancy.corporate(tenant);
            return found?.policySeal === undefined ? found : { ...found, approvalMatrix: [] };
          },
        }),
      })),
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
