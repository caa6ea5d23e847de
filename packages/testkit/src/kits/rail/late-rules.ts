import { expecting, type Rule } from '../check/check.js';
import { needing } from '../check/needs.js';
import { finalAfter, passing } from '../check/wire.js';
import type { RailUnderTest } from './rail-under-test.js';
import {
  BOOKS,
  CAN_QUERY,
  DEDUPLICATES,
  expectPaid,
  HOLDS,
  isTaken,
  newOrder,
  querying,
  queryOne,
  shown,
  submitting,
} from './trial.js';

const FINAL =
  'RailTraits.absenceFinalAfterMs: From how long after a send an `absent` means never: only then may the same order be sent again.';

/** That absence is final one day, and that the kit can wait for it. */
const IS_FINAL = (under: RailUnderTest): string | undefined =>
  finalAfter(under, under.rail().traits.absenceFinalAfterMs);

/** Submits an order that is held on its way; returns it, and what lets it arrive. */
const sendHeld = async (under: RailUnderTest) => {
  const rail = under.rail();
  const order = newOrder(under.pays);
  const deliver = await under.holdNextSubmit?.();
  await submitting(rail, [order]);
  return { rail, order, deliver: async () => deliver?.() };
};

/** What becomes of orders that arrive at the bank long after they were sent. */
export const lateRules: ReadonlyArray<Rule<RailUnderTest>> = [
  {
    sentence: 'an order that arrives late is found by the queries after it',
    port: 'BankAbsent: The bank has no such order. Final only as late as the rail declares (`absenceFinalAfterMs`).',
    needs: needing(CAN_QUERY, HOLDS),
    run: async (under) => {
      const { rail, order, deliver } = await sendHeld(under);
      await querying(rail, [order]);
      await deliver();
      await under.settle?.();
      const queried = await queryOne(rail, order);
      expecting(isTaken(queried), 'paid or accepted', shown(queried));
    },
  },
  {
    sentence: 'an order that is sent again while the first is on its way moves money once',
    port: 'RailTraits.deduplicates: The bank executes one `bankRef` at most once, however often it is sent.',
    needs: needing(DEDUPLICATES, BOOKS, HOLDS),
    run: async (under) => {
      const { rail, order, deliver } = await sendHeld(under);
      await submitting(rail, [order]);
      await deliver();
      await expectPaid(under, order, 1);
    },
  },
  {
    sentence: 'an order that arrives once its absence is final is never executed',
    port: FINAL,
    needs: needing(IS_FINAL, BOOKS, HOLDS),
    run: async (under) => {
      const { rail, order, deliver } = await sendHeld(under);
      await passing(under, rail.traits.absenceFinalAfterMs ?? 0);
      await deliver();
      await expectPaid(under, order, 0);
    },
  },
];
