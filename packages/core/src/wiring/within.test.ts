import test from 'ava';
import { SHARED } from './within.js';

test('what takes place in a transaction of the host calls no bank, no sealer and no mailer', (t) => {
  t.deepEqual(
    [...SHARED].map((token) => token.description).sort(),
    ['Causes', 'Clock', 'Entropy', 'Judging', 'Pacer'].map((name) => `@hundi/${name}`),
  );
});
