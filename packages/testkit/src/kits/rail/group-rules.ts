import { bankGroupOf, type BankOrder } from '@hundi/core/rail';
import { expecting, type Rule } from '../check/check.js';
import { hook, needing } from '../check/needs.js';
import type { RailUnderTest, SampleOrder } from './rail-under-test.js';
import {
  BOOKS,
  CAN_QUERY,
  DEDUPLICATES,
  expectPaid,
  isTaken,
  newOrder,
  ordersACall,
  querying,
  REFUSES,
  shownCall,
  submitting,
} from './trial.js';

const TAKES_GROUPS = ({ rail }: RailUnderTest): string | undefined =>
  rail().traits.ordersAGroup === undefined
    ? 'the rail declares no ordersAGroup, and gets no groups'
    : undefined;

const DEBITS = hook<RailUnderTest>('groupDebits', 'what was debited for a group, by its books');

const grouped = (orders: ReadonlyArray<BankOrder>): ReadonlyArray<BankOrder> => {
  const group = bankGroupOf(orders);
  return orders.map((order) => ({ ...order, group }));
};

/** A new group as large as the host and the rail let it be. */
const newGroup = (
  under: RailUnderTest,
  sampleOf: (i: number) => SampleOrder = () => under.pays,
): ReadonlyArray<BankOrder> => {
  const { ordersAGroup = 1 } = under.rail().traits;
  const length = Math.min(ordersACall(under), ordersAGroup);
  return grouped(Array.from({ length }, (_, i) => newOrder(sampleOf(i))));
};

/** Submits a group of which the bank pays every order, and returns it once the bank has taken it. */
const paidGroup = async (under: RailUnderTest): Promise<ReadonlyArray<BankOrder>> => {
  const orders = newGroup(under);
  const called = await submitting(under.rail(), orders);
  expecting(
    called.answers.length === orders.length &&
      called.answers.every((one) => one.kind !== 'nonsense' && isTaken(one)),
    'paid or accepted, for each order of a group that the bank pays',
    shownCall(called),
  );
  await under.settle?.();
  return orders;
};

const BY_ITSELF =
  'BankGroup: answers for each order by itself, and credits back by itself the amount of each order that it refuses.';

/** What a rail does with groups. */
export const groupRules: ReadonlyArray<Rule<RailUnderTest>> = [
  {
    sentence: 'each order of a group that the bank pays is answered with paid or accepted',
    port: BY_ITSELF,
    needs: TAKES_GROUPS,
    run: async (under) => {
      await paidGroup(under);
    },
  },
  {
    sentence: 'an order of a group that the bank refuses fails alone',
    port: BY_ITSELF,
    needs: needing(TAKES_GROUPS, REFUSES),
    run: async (under) => {
      const { pays, refuses = pays } = under;
      const rail = under.rail();
      const orders = newGroup(under, (i) => (i % 3 === 1 ? refuses : pays));
      const called = await submitting(rail, orders);
      const fits = called.answers.map((one, i) =>
        i % 3 === 1 ? one.kind === 'refused' : one.kind === 'paid' || one.kind === 'accepted',
      );
      expecting(
        fits.length === orders.length && fits.every(Boolean),
        'refused for the second of three orders, paid or accepted for the others',
        shownCall(called),
      );
    },
  },
  {
    sentence: 'a group is debited at once, with its sum',
    port: 'BankGroup: The bank debits their sum at once',
    needs: needing(TAKES_GROUPS, DEBITS),
    run: async (under) => {
      const [{ group } = {}] = await paidGroup(under);
      const debits = (await under.groupDebits?.(group?.groupRef ?? '')) ?? [];
      expecting(
        debits.length === 1 && debits[0] === group?.sum,
        `one debit of ${String(group?.sum)} paise`,
        debits.length === 0 ? 'no debit' : debits.join(', '),
      );
    },
  },
  {
    sentence: 'the same group, sent twice, moves money once',
    port: 'RailTraits.deduplicates: The bank executes one `bankRef` at most once, however often it is sent.',
    needs: needing(TAKES_GROUPS, DEDUPLICATES, BOOKS),
    run: async (under) => {
      const orders = await paidGroup(under);
      await submitting(under.rail(), orders);
      for (const order of orders) await expectPaid(under, order, 1);
    },
  },
  {
    sentence: 'an order that comes again in another group moves money once',
    port: 'RailTraits: `deduplicates` holds for each order, also for one that comes again in another group.',
    needs: needing(TAKES_GROUPS, DEDUPLICATES, BOOKS),
    run: async (under) => {
      const [known, ...others] = await paidGroup(under);
      if (known === undefined) return;
      await submitting(under.rail(), grouped([known, newOrder(under.pays)]));
      for (const order of [known, ...others]) await expectPaid(under, order, 1);
    },
  },
  {
    sentence: 'query finds each order of a group',
    port: 'BankQuestion: The group that the order was sent in, where the rail takes groups.',
    needs: needing(TAKES_GROUPS, CAN_QUERY),
    run: async (under) => {
      const orders = await paidGroup(under);
      const questions = orders.map(({ group, ...order }) => ({
        ...order,
        ...(group !== undefined && { groupRef: group.groupRef }),
      }));
      const called = await querying(under.rail(), questions);
      expecting(
        called.answers.length === orders.length &&
          called.answers.every((one) => one.kind !== 'nonsense' && isTaken(one)),
        'paid or accepted, for each order of the group',
        shownCall(called),
      );
    },
  },
];
