import test from 'ava';
import type { BankRail } from './bank-rail.js';
import { declaredBy, requireFinality } from './declared-traits.js';

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
  const traits = { ordersACall: 1, ordersAGroup: 2, answersWithinMs: 90_000 };
  t.deepEqual(declaredBy(rail(traits)), traits);
});

const BOUNDS = {
  ordersACall: [1, 1_000],
  ordersAGroup: [1, 20_000],
  answersWithinMs: [60_000, 720 * HOUR],
} as const;

for (const [trait, [least, most]] of Object.entries(BOUNDS)) {
  test(`a rail may declare ${trait} from ${String(least)} to ${String(most)}`, (t) => {
    for (const bound of [least, most])
      t.like(declaredBy(rail({ [trait]: bound })), { [trait]: bound });
  });
  for (const wrong of [least - 1, -1, 60_000.5, most + 1, Infinity, NaN, '10', null]) {
    test(`a rail that declares ${trait} as ${typeof wrong} ${String(wrong)} is refused in words`, (t) => {
      t.throws(() => declaredBy(rail({ [trait]: wrong })), {
        message: new RegExp(
          `^My Bank declares ${trait} .*from ${String(least)} to ${String(most)}, or leave`,
        ),
      });
    });
  }
}

for (const [trait, wrong] of [
  ['absenceFinalAfterMs', -1],
  ['absenceFinalAfterMs', '600000'],
  ['absenceFinalAfterMs', NaN],
  ['deduplicates', 'no'],
  ['canQuery', 1],
] as const)
  test(`a rail that declares ${trait} as ${typeof wrong} ${String(wrong)} is refused in words`, (t) => {
    t.throws(() => declaredBy(rail({ [trait]: wrong })), {
      message: new RegExp(`^My Bank declares ${trait} .*: declare `),
    });
  });

test('an acquirer declares likewise from when the absence of a charge is final', (t) => {
  for (const fit of [null, 0, 60_000])
    t.notThrows(() => requireFinality('My Acquirer', { absenceFinalAfterMs: fit }));
  t.throws(() => requireFinality('My Acquirer', { absenceFinalAfterMs: -1 }), {
    message: /^My Acquirer declares absenceFinalAfterMs -1: declare /,
  });
});
