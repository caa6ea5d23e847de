import { setFlagsFromString } from 'node:v8';
import { runInThisContext } from 'node:vm';
import test from 'ava';
import { E } from '../../kernel/fp.js';
import { accepted, NOW } from '../../samples.test.data.js';
import { enter, stepPayout } from './payout-machine.js';
import { transactionObject } from './payout-view.js';

setFlagsFromString('--allow-natives-syntax');
const haveSameClass = runInThisContext('(a, b) => %HaveSameMap(a, b)') as (
  a: unknown,
  b: unknown,
) => boolean;

/** So many that V8 has optimized the code that makes them: before, all code shares hidden classes. */
const MANY = 50_000;

const lastTwo = (make: () => unknown): readonly [unknown, unknown] => {
  for (let i = 0; i < MANY; i += 1) make();
  return [make(), make()];
};

test('views of payouts in one state share a hidden class, however many were made', (t) => {
  const payout = accepted(enter([], NOW).next);

  t.true(haveSameClass(...lastTwo(() => transactionObject(payout))));
});

test('payouts that took one step share a hidden class, however many did', (t) => {
  const { next } = enter([], NOW);
  const sent = (): unknown => {
    const taken = stepPayout(next, { type: 'send', at: NOW });
    return E.isRight(taken) && taken.right.next;
  };

  t.true(haveSameClass(...lastTwo(sent)));
});
