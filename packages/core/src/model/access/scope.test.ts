import test from 'ava';
import { hasScope, Scope } from './scope.js';

test('payments stands for every scope of the partner API', (t) => {
  for (const scope of Object.keys(Scope.keys) as Scope[]) t.true(hasScope(['payments'], scope));
});

test('a finer scope stands for itself alone', (t) => {
  t.true(hasScope(['payments:read'], 'payments:read'));
  t.false(hasScope(['payments:read'], 'payments:write'));
  t.false(hasScope(['payments:read', 'payments:write'], 'payments'));
  t.false(hasScope([], 'reports:read'));
});
