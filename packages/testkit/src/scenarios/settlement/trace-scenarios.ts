import assert from 'node:assert/strict';
import type { BankRail } from '@hundi/core';
import type { BankQuestion } from '@hundi/core/rail';
import type { Scenario } from '../stage/scenario.js';
import { openStage, type Stage } from '../stage/stage.js';

const ONE = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';
const OTHER = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-00';

type Call = keyof Pick<BankRail, 'submit' | 'query'>;

/** An engine over the stage whose rail notes which call an order came by, and in which trace. */
const watched = (stage: Stage) => {
  const { rail } = stage.bank;
  const seen: (readonly [Call, string, string])[] = [];
  const note = (call: Call, orders: ReadonlyArray<BankQuestion>): void => {
    for (const order of orders) {
      seen.push([call, order.transactionId, order.traceparent ?? 'none']);
    }
  };
  const engine = stage.another({
    bankRail: {
      traits: rail.traits,
      submit: (orders) => {
        note('submit', orders);
        return rail.submit(orders);
      },
      query: (orders) => {
        note('query', orders);
        return rail.query(orders);
      },
    },
  });
  return { engine, seen };
};

export const traceScenarios: ReadonlyArray<Scenario> = [
  {
    title: 'every payout takes the trace of its batch to the bank, and one without takes none',
    run: async (storage) => {
      const stage = await openStage(storage);
      const { engine, seen } = watched(stage);
      const one = await stage.post([{}, {}], { traceparent: ONE });
      const none = await stage.post([{}]);
      const other = await stage.post([{}], { traceparent: OTHER });
      await engine.runDue();

      const expected = [
        ...one.ids.map((id) => ['submit', id, ONE]),
        ...none.ids.map((id) => ['submit', id, 'none']),
        ...other.ids.map((id) => ['submit', id, OTHER]),
      ];
      assert.deepEqual([...seen].sort(), expected.sort());
    },
  },
  {
    title: 'the bank is asked in the trace in which the order was sent, and so it is sent again',
    run: async (storage) => {
      const stage = await openStage(storage);
      const { engine, seen } = watched(stage);
      const { ids } = await stage.post([{ to: 'LOST01' }], { traceparent: ONE });
      await engine.runDue();
      await stage.advance(60_000);

      assert.deepEqual(
        seen.slice(0, 2),
        (['submit', 'query'] as const).map((call) => [call, ids[0], ONE]),
      );
      assert.equal((await stage.payout(ids[0] as never)).status, 'paid');
      assert.ok(seen.every(([, , traceparent]) => traceparent === ONE));
    },
  },
  {
    title:
      'a retry in another trace gets the first answer, and the payouts stay in the first trace',
    run: async (storage) => {
      const stage = await openStage(storage);
      const { engine, seen } = watched(stage);
      const rows = [{ reference: 'SAME' }];
      const first = await stage.post(rows, { key: 'k', traceparent: ONE });
      const again = await stage.post(rows, { key: 'k', traceparent: OTHER });
      await engine.runDue();

      assert.deepEqual([again.replayed, again.answer], [true, first.answer]);
      assert.deepEqual(seen, [['submit', first.ids[0], ONE]]);
    },
  },
];
