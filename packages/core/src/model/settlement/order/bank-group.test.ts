import test from 'ava';
import fc from 'fast-check';
import type { BankOrder } from '../../../ports/bank-rail.js';
import { bankGroupOf, groupRefOf, groupsWithin, instructionsOf } from './bank-group.js';

const order = (bankRef: string, amount = 1, members: Partial<BankOrder> = {}) =>
  ({ bankRef, amount, ...members }) as BankOrder;
const refs = fc.uniqueArray(fc.stringMatching(/^H[0-9A-F]{32}$/), { minLength: 1, maxLength: 20 });
const shuffled = refs.chain((all) =>
  fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length })),
);

test("a group's reference is 33 capital letters and digits, whatever the order of its orders", (t) => {
  fc.assert(
    fc.property(shuffled, ([all, others]) => {
      t.regex(groupRefOf(all), /^G[0-9A-F]{32}$/);
      t.is(groupRefOf(others), groupRefOf(all));
    }),
  );
});

test('a group with one order more or less has another reference', (t) => {
  fc.assert(
    fc.property(refs, (all) => {
      t.not(groupRefOf(all), groupRefOf([...all, 'Hmore']));
      t.not(groupRefOf(all), groupRefOf(all.slice(1)));
    }),
  );
});

test('portions hold each order once and in order, none too many, and no sum beyond 2^53 - 1', (t) => {
  const amounts = fc.array(fc.integer({ min: 1, max: 10 ** 15 - 1 }), { maxLength: 60 });
  fc.assert(
    fc.property(amounts, fc.integer({ min: 1, max: 25 }), (all, max) => {
      const orders = all.map((amount, i) => order(`H${String(i)}`, amount));
      const groups = groupsWithin(orders, max);
      t.deepEqual(groups.flat(), orders);
      for (const group of groups) {
        const { count, sum } = bankGroupOf(group);
        t.true(count >= 1 && count <= max && Number.isSafeInteger(sum));
        const exact = group.reduce((total, { amount }) => total + BigInt(amount), 0n);
        t.is(BigInt(sum), exact);
      }
    }),
  );
});

test('the orders of a group are one instruction, where the first of them stands; others are their own', (t) => {
  const group = bankGroupOf([order('A', 5), order('B', 6)]);
  const [a, b, c] = [order('A', 5, { group }), order('B', 6, { group }), order('C')];
  t.deepEqual(instructionsOf([c, a, b]), [{ orders: [c] }, { group, orders: [a, b] }]);
  t.deepEqual(instructionsOf([a, c, b]), [{ group, orders: [a, b] }, { orders: [c] }]);
  t.deepEqual(instructionsOf([]), []);
});
