import test from 'ava';
import { Role } from '@hundi/core/storage';
import { aRole } from '@hundi/testkit';
import { decodedOnce } from './decoded-once.js';

const textOf = (n: number): string => JSON.stringify(Role.encode(aRole(`role-${String(n)}`)));

test('two records of the same text are one value, and it is what the text says', (t) => {
  const roleOf = decodedOnce(Role);
  t.deepEqual(roleOf(textOf(1)), aRole('role-1'));
  t.is(roleOf(textOf(1)), roleOf(textOf(1)));
});

test('a record that changed is another value', (t) => {
  const roleOf = decodedOnce(Role);
  roleOf(textOf(1));
  t.deepEqual(roleOf(textOf(2)), aRole('role-2'));
});

test('whoever changes a shared value gets an error', (t) => {
  const role = decodedOnce(Role)(textOf(1));
  t.throws(() => Object.assign(role, { roleCode: 'other' }), { instanceOf: TypeError });
  t.throws(() => Object.assign(role.permissions, ['other']), { instanceOf: TypeError });
});

test('the oldest record is forgotten once a thousand others are kept', (t) => {
  const roleOf = decodedOnce(Role);
  const [first, second] = [roleOf(textOf(1)), roleOf(textOf(2))];
  for (let n = 3; n <= 1_001; n += 1) roleOf(textOf(n));
  t.is(roleOf(textOf(2)), second);
  t.not(roleOf(textOf(1)), first);
});

test('a record that does not decode is refused each time', (t) => {
  const roleOf = decodedOnce(Role);
  for (let i = 0; i < 2; i += 1)
    t.throws(() => roleOf('{"roleCode":1}'), { message: /no longer decodes/ });
});
