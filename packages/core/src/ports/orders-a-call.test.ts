import test from 'ava';
import type { BankRail } from './bank-rail.js';
import { ordersACall } from './orders-a-call.js';

const rail = (declared?: unknown): BankRail => ({
  name: 'My Bank',
  traits: {
    deduplicates: true,
    canQuery: true,
    absenceFinalAfterMs: 0,
    ...(declared !== undefined && { ordersACall: declared as number }),
  },
  submit: () => Promise.resolve([]),
  query: () => Promise.resolve([]),
});

test('a rail takes a thousand orders a call, or as many as it declares', (t) => {
  t.is(ordersACall(rail()), 1_000);
  t.is(ordersACall(rail(1)), 1);
  t.is(ordersACall(rail(1_000)), 1_000);
});

for (const wrong of [0, -1, 1.5, 1_001, Infinity, NaN, '10', null]) {
  test(`a rail that declares ${typeof wrong} ${String(wrong)} orders a call is refused in words`, (t) => {
    t.throws(() => ordersACall(rail(wrong)), {
      message: /^My Bank declares ordersACall .*from 1 to 1000/,
    });
  });
}
