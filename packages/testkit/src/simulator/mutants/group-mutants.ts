import type { BankRail } from '@hundi/core';
import type { JournalEntry } from '@hundi/core/wire';
import { bankGroupOf, instructionsOf, type BankOrder } from '@hundi/core/rail';
import { instead } from '../engine/instead.js';
import type { Mutant } from './mutant.js';
import { withRail, withStores } from './plant.js';

type Submit = BankRail['submit'];

/** The same call with other orders; the answers about those that were there before. */
const changingOrders =
  (change: (orders: ReadonlyArray<BankOrder>) => ReadonlyArray<BankOrder>) =>
  (submit: Submit): Submit =>
  async (orders) => {
    const changed = change(orders);
    const answers = await submit(changed);
    if (answers.length !== changed.length) return answers;
    const byRef = new Map(changed.map(({ bankRef }, i) => [bankRef, answers[i]]));
    return orders.map(({ bankRef }) => byRef.get(bankRef) ?? { kind: 'unknown' });
  };

const withoutGroup = (entry: JournalEntry): JournalEntry => {
  const { groupRef: _, ...changes } = entry.changes;
  return { ...entry, changes };
};

export const groupMutants: ReadonlyArray<Mutant> = [
  {
    name: 'group-sent-as-orders',
    bug: 'a group that was lost is sent again as orders by themselves',
    ports: () =>
      withStores(({ journal }) => ({
        journal: instead(journal, {
          ofMany: async (tenant, subjectIds) =>
            (await journal.ofMany(tenant, subjectIds)).map((placed) => ({
              ...placed,
              entry: withoutGroup(placed.entry),
            })),
        }),
      })),
  },
  {
    name: 'group-not-asked',
    bug: 'after a crash a group is sent again without asking the bank',
    ports: () =>
      withRail((rail) => ({
        query: async (questions) =>
          (await rail.query(questions)).map((answer, i) =>
            questions[i]?.groupRef === undefined ? answer : { kind: 'absent' },
          ),
      })),
  },
  {
    name: 'order-in-two-groups',
    bug: 'an order of one group is in the next one, too',
    ports: () => {
      let last: BankOrder | undefined;
      const change = (orders: ReadonlyArray<BankOrder>): ReadonlyArray<BankOrder> =>
        instructionsOf(orders).flatMap(({ group, orders: own }) => {
          if (group === undefined) return own;
          const members =
            last === undefined || own.some(({ bankRef }) => bankRef === last?.bankRef)
              ? own
              : [...own, last];
          last = own[0];
          const grown = bankGroupOf(members);
          return members.map((order) => ({ ...order, group: grown }));
        });
      return withRail(({ submit }) => ({ submit: changingOrders(change)(submit) }));
    },
  },
  {
    name: 'group-sum',
    bug: 'the sum of a group leaves out its last order',
    ports: () => {
      const change = (orders: ReadonlyArray<BankOrder>): ReadonlyArray<BankOrder> =>
        instructionsOf(orders).flatMap(({ group, orders: own }) => {
          if (group === undefined) return own;
          const short = { ...group, sum: group.sum - (own.at(-1)?.amount ?? 0) };
          return own.map((order) => ({ ...order, group: short }));
        });
      return withRail(({ submit }) => ({ submit: changingOrders(change)(submit) }));
    },
  },
  {
    name: 'group-fails-together',
    bug: 'an order that is refused or returned fails the others of its group',
    ports: () => {
      const refs = new Map<string, string>();
      const together = <A extends { readonly kind: string }>(
        asked: ReadonlyArray<{ readonly bankRef: string }>,
        answers: ReadonlyArray<A>,
      ): ReadonlyArray<A> => {
        const failed = new Map<string | undefined, A>();
        answers.forEach((answer, i) => {
          const isFailure = answer.kind === 'refused' || answer.kind === 'returned';
          const ref = refs.get(asked[i]?.bankRef ?? '');
          if (isFailure && ref !== undefined) failed.set(ref, answer);
        });
        return answers.map((answer, i) => failed.get(refs.get(asked[i]?.bankRef ?? '')) ?? answer);
      };
      return withRail(({ submit, query }) => ({
        submit: async (orders) => {
          for (const { bankRef, group } of orders)
            if (group !== undefined) refs.set(bankRef, group.groupRef);
          return together(orders, await submit(orders));
        },
        query: async (questions) => together(questions, await query(questions)),
      }));
    },
  },
];
