import { expecting, type Rule } from '../check/check.js';
import { needing } from '../check/needs.js';
import type { RailUnderTest } from './rail-under-test.js';
import {
  BOOKS,
  DEDUPLICATES,
  expectPaid,
  newOrder,
  paidOrder,
  shown,
  submitOne,
  submitting,
} from './trial.js';

const ONCE =
  'RailTraits.deduplicates: The bank executes one `bankRef` at most once, however often it is sent.';

/** What a rail does with an order that comes twice. */
export const onceRules: ReadonlyArray<Rule<RailUnderTest>> = [
  {
    sentence: 'the same bankRef, sent twice, moves money once',
    port: ONCE,
    needs: needing(DEDUPLICATES, BOOKS),
    run: async (under) => {
      const rail = under.rail();
      const order = await paidOrder(under, rail);
      await submitting(rail, [order]);
      await expectPaid(under, order, 1);
    },
  },
  {
    sentence: 'the same bankRef, sent by two calls at once, moves money once',
    port: ONCE,
    needs: needing(DEDUPLICATES, BOOKS),
    run: async (under) => {
      const order = newOrder(under.pays);
      const [one, other] = [under.rail(), under.rail()];
      await Promise.all([submitting(one, [order]), submitting(other, [order])]);
      await expectPaid(under, order, 1);
    },
  },
  {
    sentence: 'an order that the bank has taken is not refused when it is sent again',
    port: 'BankOrder: Two orders with the same `bankRef` are the same order.',
    needs: DEDUPLICATES,
    run: async (under) => {
      const rail = under.rail();
      const order = await paidOrder(under, rail);
      const again = await submitOne(rail, order);
      expecting(
        again.kind !== 'refused',
        'the outcome of the first send, accepted or unknown',
        shown(again),
      );
    },
  },
];
