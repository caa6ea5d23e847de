import type { BankRail } from '@hundi/core';
import type { QueryAnswer } from '@hundi/core/rail';
import { expecting, type Rule } from '../check/check.js';
import { needing } from '../check/needs.js';
import {
  breaks,
  during,
  givesUpWithin,
  misbehaving,
  WIRE_FAULTS,
  type WireFault,
} from '../check/wire.js';
import type { RailUnderTest } from './rail-under-test.js';
import {
  BOOKS,
  CAN_QUERY,
  expectPaid,
  isTaken,
  newOrder,
  paidOrder,
  querying,
  queryOne,
  shown,
  shownCall,
  submitting,
  type Called,
} from './trial.js';

const UNKNOWN =
  'BankUnknown: The outcome is unknown: no answer, an unclear answer or a time-out. Never a reason to fail a payout.';

const BANK = 'a bank';

/** A rejected promise counts as unknown for every order of the call. */
const expectUnknown = (called: Called<QueryAnswer>): void => {
  const isUnknown = called.answers.every(({ kind }) => kind === 'unknown');
  expecting(
    called.rejected !== undefined || isUnknown,
    'unknown for every order, or a rejection',
    shownCall(called),
  );
};

const twoOrders = ({ pays }: RailUnderTest) => [newOrder(pays), newOrder(pays)];

const onSubmit = (fault: WireFault): Rule<RailUnderTest> => ({
  sentence: `submit answers unknown, and never refused, for ${misbehaving(BANK, fault)}`,
  port: UNKNOWN,
  needs: breaks(BANK, fault),
  run: async (under) => {
    const orders = twoOrders(under);
    expectUnknown(await during(under, fault, () => submitting(under.rail(), orders)));
  },
});

const onQuery = (fault: WireFault): Rule<RailUnderTest> => ({
  sentence: `query answers unknown, and never absent or refused, for ${misbehaving(BANK, fault)}`,
  port: UNKNOWN,
  needs: needing(CAN_QUERY, breaks(BANK, fault)),
  run: async (under) => {
    const rail = under.rail();
    const orders = [await paidOrder(under, rail), newOrder(under.pays)];
    expectUnknown(await during(under, fault, () => querying(rail, orders)));
  },
});

const inTime = (
  call: 'submit' | 'query',
  make: (rail: BankRail, under: RailUnderTest) => Promise<Called<QueryAnswer>>,
): Rule<RailUnderTest> => ({
  sentence: `${call} gives up in time on a bank that answers too slowly`,
  port: 'BankRail: Adapters give up well within the lease (10 s against 25 s) and answer `unknown`',
  needs:
    call === 'query'
      ? needing(CAN_QUERY, breaks(BANK, 'answers_slowly'))
      : breaks(BANK, 'answers_slowly'),
  run: async (under) => {
    const { ms } = await during(under, 'answers_slowly', () => make(under.rail(), under));
    const limit = givesUpWithin(under);
    expecting(
      ms <= limit,
      `an end of the call within ${String(limit)} ms`,
      `an end after ${ms.toFixed(0)} ms`,
    );
  },
});

/** What a rail answers when the bank, or the way to it, is broken. */
export const wireRules: ReadonlyArray<Rule<RailUnderTest>> = [
  ...WIRE_FAULTS.map(onSubmit),
  ...WIRE_FAULTS.map(onQuery),
  inTime('submit', (rail, { pays }) => submitting(rail, [newOrder(pays)])),
  inTime('query', (rail, { pays }) => querying(rail, [newOrder(pays)])),
  {
    sentence: 'an order whose answer was lost is found by a query, and was paid once',
    port: 'BankOrder: Two orders with the same `bankRef` are the same order.',
    needs: needing(CAN_QUERY, BOOKS, breaks(BANK, 'cuts_connections')),
    run: async (under) => {
      const rail = under.rail();
      const order = newOrder(under.pays);
      await during(under, 'cuts_connections', () => submitting(rail, [order]));
      await under.settle?.();
      const queried = await queryOne(rail, order);
      const times = isTaken(queried) ? 1 : 0;
      expecting(
        isTaken(queried) || queried.kind === 'absent',
        'paid or accepted if the bank has the order, else absent',
        shown(queried),
      );
      await expectPaid(under, order, times);
    },
  },
];
