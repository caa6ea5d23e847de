import type { HeldWork, WorkStore } from '@hundi/core/storage';
import { instead } from '../engine/instead.js';
import type { Mutant, Planting } from './mutant.js';
import { withStores } from './plant.js';

const DAY = 86_400_000;

const work =
  (change: (store: WorkStore) => Partial<WorkStore>): Planting =>
  () =>
    withStores(({ work: store }) => ({ work: instead(store, change(store)) }));

/** Work whose holder is not checked: the last writer wins. */
const unfenced = (): ((store: WorkStore) => Partial<WorkStore>) => {
  const tokens = new Map<string, number>();
  const asHolder = <A extends HeldWork>(held: ReadonlyArray<A>): ReadonlyArray<A> =>
    held.map((one) => ({ ...one, token: tokens.get(one.subject) ?? one.token }));
  return (store) => ({
    claim: async (how) => {
      const claimed = await store.claim(how);
      for (const { subject, token } of claimed) tokens.set(subject, token);
      return claimed;
    },
    held: (held) => store.held(asHolder(held)),
    finish: (held) => store.finish(asHolder(held)),
    defer: (held) => store.defer(asHolder(held)),
  });
};

export const claimMutants: ReadonlyArray<Mutant> = [
  {
    name: 'no-fencing',
    bug: 'late workers write over those who hold the claim',
    ports: () => {
      const change = unfenced();
      return withStores(({ work: store }) => ({ work: instead(store, change(store)) }));
    },
  },
  {
    name: 'same-token',
    bug: 'every claim has the same token',
    ports: work((store) => ({
      claim: async (how) => (await store.claim(how)).map((one) => ({ ...one, token: 1 })),
      held: async (held) => new Set(held.map(({ subject }) => subject)),
    })),
  },
  {
    name: 'blind-resend',
    bug: 'a send whose worker died is sent again without asking',
    ports: work((store) => ({
      claim: (how) =>
        store.claim(how.duty === 'send-to-bank' ? { ...how, lapsesTo: 'send-to-bank' } : how),
    })),
  },
  {
    name: 'no-lease',
    bug: 'a claim does not keep others away',
    ports: work((store) => ({ claim: (how) => store.claim({ ...how, leaseMs: 0 }) })),
  },
  {
    name: 'no-mark',
    bug: 'the time when an order was last sent is not kept',
    ports: work((store) => ({
      claim: async (how) => (await store.claim(how)).map((one) => ({ ...one, markedAt: 0 })),
    })),
  },
  {
    name: 'never-again',
    bug: 'an unknown outcome is asked for once and never again',
    ports: work((store) => ({
      defer: (items) =>
        store.defer(
          items.map((one) =>
            one.duty === 'query-unknowns' ? { ...one, runAt: one.runAt + 365 * DAY } : one,
          ),
        ),
    })),
  },
  {
    name: 'never-finished',
    bug: 'finished work is not taken away',
    ports: work(() => ({ finish: async () => undefined })),
  },
  {
    name: 'work-forgotten',
    bug: 'an approved payout is committed without the work that sends it',
    ports: work((store) => ({
      add: (items) => store.add(items.filter(({ duty }) => duty !== 'send-to-bank')),
    })),
  },
  {
    name: 'zone-of-another',
    bug: 'a dated payout is released at midnight of another zone',
    ports: work((store) => ({
      add: (items) =>
        store.add(
          items.map((one) =>
            one.duty === 'send-to-bank' ? { ...one, runAt: one.runAt - DAY / 2 } : one,
          ),
        ),
    })),
  },
];
