import test, { type ExecutionContext } from 'ava';
import { skipFor } from './skipping.js';

/** Sets CI for a test, whatever runs it. */
const inCi = (t: ExecutionContext, value: string): void => {
  const before = process.env['CI'];
  process.env['CI'] = value;
  t.teardown(() => {
    if (before === undefined) delete process.env['CI'];
    else process.env['CI'] = before;
  });
};

test.serial('what is not there is skipped', (t) => {
  inCi(t, 'false');

  t.notThrows(() => {
    skipFor('PgBouncer at /nowhere', false);
  });
});

test.serial('what was named and is not there fails', (t) => {
  inCi(t, 'false');

  t.throws(
    () => {
      skipFor('PgBouncer at /nowhere', true);
    },
    { message: 'no PgBouncer at /nowhere' },
  );
});

test.serial('with CI=true nothing is skipped', (t) => {
  inCi(t, 'true');

  t.throws(
    () => {
      skipFor('PgBouncer at /nowhere', false);
    },
    { message: 'no PgBouncer at /nowhere' },
  );
});
