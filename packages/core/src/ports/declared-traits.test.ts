import test from 'ava';
import type { BankRail } from './bank-rail.js';
import { declaredBy } from './declared-traits.js';

const HOUR = 3_600_000;

const rail = (declared: object = {}): Pick<BankRail, 'name' | 'traits'> => ({
  name: 'My Bank',
  traits: { deduplicates: true, canQuery: true, absenceFinalAfterMs: 0, ...declared },
});

test('a rail takes a thousand orders a call, no groups, and answers within an hour, unless it declares otherwise', (t) => {
  t.deepEqual(declaredBy(rail()), {
    ordersACall: 1_000,
    ordersAGroup: undefined,
    answersWithinMs: HOUR,
  });
  for (const least of [1, 2]) {
    const traits = { ordersACall: least, ordersAGroup: least, answersWithinMs: least };
    t.deepEqual(declaredBy(rail(traits)), traits);
  }
});

const MOST = { ordersACall: 1_000, ordersAGroup: 20_000, answersWithinMs: 720 * HOUR };

for (const [trait, most] of Object.entries(MOST)) {
  test(`a rail may declare ${trait} as ${String(most)}`, (t) => {
    t.like(declaredBy(rail({ [trait]: most })), { [trait]: most });
  });
  for (const wrong of [0, -1, 1.5, most + 1, Infinity, NaN, '10', null]) {
    test(`a rail that declares ${trait} as ${typeof wrong} ${String(wrong)} is refused in words`, (t) => {
      t.throws(() => declaredBy(rail({ [trait]: wrong })), {
        message: new RegExp(`^My Bank declares ${trait} .*from 1 to ${String(most)}, or leave`),
      });
    });
  }
}
