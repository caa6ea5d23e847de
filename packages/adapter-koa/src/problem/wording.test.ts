import test from 'ava';
import { summary } from './wording.js';

const faults = (count: number) =>
  Array.from({ length: count }, (_, i) => ({
    pointer: `/payments/${String(i)}/amount`,
    code: 'required',
    detail: 'expected a number',
  }));

test('a request is told its first fault, and how many more it has as far as they were counted', (t) => {
  t.is(summary(faults(1)), '/payments/0/amount: expected a number.');
  t.is(summary(faults(2)), '/payments/0/amount: expected a number, and 1 more.');
  t.is(summary(faults(100)), '/payments/0/amount: expected a number, and at least 99 more.');
});
