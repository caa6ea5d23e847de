import type { Payout } from '@hundi/core/wire';
import type { PayoutStore } from '@hundi/core/storage';
import { instead } from '../engine/instead.js';
import type { Mutant, Planting } from './mutant.js';
import { withStores } from './plant.js';

const payouts =
  (change: (store: PayoutStore) => Partial<PayoutStore>): Planting =>
  () =>
    withStores(({ payouts: store }) => ({ payouts: instead(store, change(store)) }));

const atBank = (payout: Payout): Payout =>
  payout.intake === 'accepted' &&
  (payout.progress.status === 'failed' || payout.progress.status === 'paid')
    ? { ...payout, progress: { ...payout.progress, status: 'sent_to_bank' } }
    : payout;

const holding = <A extends { readonly holdsReference: boolean }>(row: A): A => ({
  ...row,
  holdsReference: true,
});

export const recordMutants: ReadonlyArray<Mutant> = [
  {
    name: 'journal-drops',
    bug: 'a change of state is committed without its journal entry',
    ports: () =>
      withStores(({ journal }) => ({
        journal: instead(journal, {
          append: (entries) => journal.append(entries.filter(({ to }) => to !== 'sent_to_bank')),
        }),
      })),
  },
  {
    name: 'journal-later',
    bug: 'the journal is written in a commit of its own',
    ports: () => (ports) => ({
      ...ports,
      storage: {
        read: ports.storage.read,
        atomically: async (work) => {
          const later: Parameters<Parameters<typeof work>[0]['journal']['append']>[0][number][] =
            [];
          const result = await ports.storage.atomically((stores) => {
            later.length = 0;
            const append = async (entries: typeof later): Promise<void> =>
              void later.push(...entries);
            return work(
              instead(stores, { journal: instead(stores.journal, { append: append as never }) }),
            );
          });
          if (later.length > 0 && result._tag === 'Right') {
            await ports.storage.atomically(async (stores) => {
              await stores.journal.append(later);
              return result;
            });
          }
          return result;
        },
      },
    }),
  },
  {
    name: 'contradiction-applied',
    bug: 'what the bank says last is true, whatever it said before',
    ports: payouts((store) => ({
      findMany: async (tenant, ids) => (await store.findMany(tenant, ids)).map(atBank),
    })),
  },
  {
    name: 'reference-never-held',
    bug: 'two live payouts may have one reference',
    ports: payouts((store) => ({
      undecided: async (...request) => (await store.undecided(...request)).map(holding),
      undecidedOfJob: async (...request) => (await store.undecidedOfJob(...request)).map(holding),
      findMany: async (tenant, ids) =>
        (await store.findMany(tenant, ids)).map((one) =>
          one.intake === 'undecided' ? holding(one) : one,
        ),
      decide: (tenant, decisions) =>
        store.decide(
          tenant,
          decisions.map((one) => ({ ...one, withoutReference: true })),
        ),
    })),
  },
  {
    name: 'reference-never-freed',
    bug: 'a reference that was used once is never free again',
    ports: () => {
      const used = new Map<string, string>();
      const judged = <A extends { readonly holdsReference: boolean; readonly order: object }>(
        row: A,
      ): A => {
        const { reference, transactionId, tenant } = row.order as Payout['order'];
        const name = `${tenant.corporateTenantId} ${reference}`;
        const first = used.get(name) ?? transactionId;
        used.set(name, first);
        return first === transactionId ? row : { ...row, holdsReference: false };
      };
      return withStores(({ payouts: store }) => ({
        payouts: instead(store, {
          undecided: async (...request) => (await store.undecided(...request)).map(judged),
          findMany: async (tenant, ids) =>
            (await store.findMany(tenant, ids)).map((one) =>
              one.intake === 'undecided' ? judged(one) : one,
            ),
        }),
      }));
    },
  },
  {
    name: 'limit-not-held',
    bug: 'the amount that a day has used already is ignored',
    ports: payouts(() => ({ holdLimits: async () => [] })),
  },
  {
    name: 'limit-given-back-twice',
    bug: 'a dead payout gives its amount back to the limit twice',
    ports: payouts((store) => ({
      useLimits: (tenant, uses) =>
        store.useLimits(
          tenant,
          uses.map((use) => (use.amount < 0n ? { ...use, amount: 2n * use.amount } : use)),
        ),
    })),
  },
  {
    name: 'limit-never-given-back',
    bug: 'a dead payout keeps its room in the limit',
    ports: payouts((store) => ({
      useLimits: (tenant, uses) =>
        store.useLimits(
          tenant,
          uses.filter(({ amount }) => amount > 0n),
        ),
    })),
  },
  {
    name: 'row-lost',
    bug: 'the last row of a batch is not stored',
    ports: payouts((store) => ({
      add: (orders) => store.add(orders.length > 1 ? orders.slice(0, -1) : orders),
    })),
  },
  {
    name: 'half-a-file',
    bug: 'rows that fall with their file are left undecided',
    ports: payouts((store) => ({
      decide: (tenant, decisions) =>
        store.decide(
          tenant,
          decisions.filter(({ rejection }) => rejection?.code !== 'package_group_failed'),
        ),
    })),
  },
  {
    name: 'clock-goes-back',
    bug: 'moments are written as the clock shows them',
    ports: payouts((store) => ({
      advance: (tenant, changes) =>
        store.advance(
          tenant,
          changes.map((change) =>
            change.next.paidAt === undefined
              ? change
              : { ...change, next: { ...change.next, paidAt: change.next.paidAt - 60_000 } },
          ),
        ),
    })),
  },
  {
    name: 'debit-of-today',
    bug: 'an order is made from the account that is the default now',
    ports: payouts((store) => ({
      findMany: async (tenant, ids) =>
        (await store.findMany(tenant, ids)).map((one) =>
          one.intake === 'accepted' && one.progress.status === 'scheduled'
            ? {
                ...one,
                terms: { ...one.terms, creditAccountNumber: '000000000030' as never },
              }
            : one,
        ),
    })),
  },
];
