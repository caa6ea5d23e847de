import { expecting, type Rule } from '../check/check.js';
import { needing } from '../check/needs.js';
import type { RailUnderTest } from './rail-under-test.js';
import {
  BOOKS,
  CAN_QUERY,
  expectPaid,
  isTaken,
  newOrder,
  ordersACall,
  paidOrder,
  querying,
  queryOne,
  REFUSES,
  shown,
  shownCall,
  submitOne,
} from './trial.js';

const ABSENT = 'BankAbsent: The bank has no such order.';

/** What a rail answers to queries. */
export const queryRules: ReadonlyArray<Rule<RailUnderTest>> = [
  {
    sentence: 'query returns what submit did with an order',
    port: 'BankQuestion: The references by which the bank is asked about an order.',
    needs: CAN_QUERY,
    run: async (under) => {
      const rail = under.rail();
      const order = newOrder(under.pays);
      const submitted = await submitOne(rail, order);
      await under.settle?.();
      const queried = await queryOne(rail, order);
      const isKnown = submitted.kind === 'paid' ? queried.kind !== 'accepted' : true;
      expecting(
        isTaken(queried) && isKnown,
        `after ${shown(submitted)} the same, or what came of it`,
        shown(queried),
      );
      if (submitted.kind === 'paid' && queried.kind === 'paid')
        expecting(submitted.utr === queried.utr, 'the UTR of the submit', 'another UTR');
    },
  },
  {
    sentence: 'query answers absent for an order that was never sent',
    port: ABSENT,
    needs: CAN_QUERY,
    run: async ({ rail, pays }) => {
      const queried = await queryOne(rail(), newOrder(pays));
      expecting(queried.kind === 'absent', 'absent', shown(queried));
    },
  },
  {
    sentence: 'query never says that an order was paid which the bank refused',
    port: 'BankPaid: The money has left and arrived.',
    needs: needing(CAN_QUERY, REFUSES),
    run: async ({ rail, refuses, pays, settle }) => {
      const asked = rail();
      const order = newOrder(refuses ?? pays);
      await submitOne(asked, order);
      await settle?.();
      const queried = await queryOne(asked, order);
      expecting(!isTaken(queried), 'refused, absent or unknown', shown(queried));
    },
  },
  {
    sentence: 'query answers one for each order, in order',
    port: 'BankRail.query: Answers one for each order, in order, by its `bankRef`.',
    needs: CAN_QUERY,
    run: async (under) => {
      const rail = under.rail();
      const orders = [await paidOrder(under, rail)];
      while (orders.length < ordersACall(under)) orders.push(newOrder(under.pays));
      // The only order that the bank has is the last but one, and the others say so.
      orders.push(...orders.splice(0, 1), newOrder(under.pays));
      const called = await querying(rail, orders);
      const place = orders.length - 2;
      const fits = called.answers.every((answer, i) =>
        i === place ? answer.kind !== 'nonsense' && isTaken(answer) : answer.kind === 'absent',
      );
      expecting(
        called.answers.length === orders.length && fits,
        orders.map((_, i) => (i === place ? 'paid or accepted' : 'absent')).join(', '),
        shownCall(called),
      );
    },
  },
  {
    sentence: 'query moves no money',
    port: 'BankRail.query: Never moves money.',
    needs: needing(CAN_QUERY, BOOKS),
    run: async (under) => {
      const rail = under.rail();
      const paid = await paidOrder(under, rail);
      const never = newOrder(under.pays);
      await querying(rail, [paid, never]);
      await querying(rail, [paid, never]);
      await expectPaid(under, paid, 1);
      await expectPaid(under, never, 0);
    },
  },
];
