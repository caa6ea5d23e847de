import test from 'ava';
import fc from 'fast-check';
import { nearest } from './nearest.js';

const NAMES = ['dailyAmountLimit', 'approvalMatrix', 'fees', 'users', 'to', 'from', 'timeZone'];

for (const [written, meant] of [
  ['dailyAmountLimt', 'dailyAmountLimit'],
  ['aprovalMatrix', 'approvalMatrix'],
  ['approval_matrix', 'approvalMatrix'],
  ['dailyamountlimit', 'dailyAmountLimit'],
  ['Timezone', 'timeZone'],
  ['fee', 'fees'],
  ['form', 'from'],
  ['ot', 'to'],
  ['user', 'users'],
  ['dailAmountLmit', 'dailyAmountLimit'],
  ['dailyAmuontLimti', 'dailyAmountLimit'],
] as const) {
  test(`${written} is meant to be ${meant}`, (t) => {
    t.is(nearest(written, NAMES), meant);
  });
}

for (const written of [
  '',
  'x',
  'comment',
  'limit',
  'matrixOfApprovals',
  'dlyAmntLimit',
  '__proto__',
]) {
  test(`nothing is near to “${written}”`, (t) => {
    t.is(nearest(written, NAMES), undefined);
  });
}

test('one slip of the pen in a name of four letters or more leads back to it', (t) => {
  const name = fc.constantFrom(...NAMES.filter(({ length }) => length >= 4));
  const letter = fc.constantFrom('a', 'b', 'c', 'x', 'y', 'z');
  fc.assert(
    fc.property(name, fc.nat(), letter, fc.nat({ max: 2 }), (meant, place, other, kind) => {
      const i = place % meant.length;
      const slip = [meant.slice(i + 1), other + meant.slice(i + 1), other + meant.slice(i)][kind];
      t.is(nearest(meant.slice(0, i) + (slip ?? ''), NAMES), meant);
    }),
  );
});
