import test from 'ava';
import fc from 'fast-check';
import { dice } from '../crash/dice.js';
import { changed } from './change.js';
import { newPool } from './pool.js';
import { textOf } from './text.js';
import { BAD_URLS } from './values.js';

const EXAMPLE = {
  url: 'https://partner.example/hooks',
  payments: [{ transactionReference: 'A', amount: 5, metadata: { url: 'https://x.example' } }],
};

const urlsIn = (value: unknown): ReadonlyArray<unknown> =>
  typeof value !== 'object' || value === null
    ? []
    : Object.entries(value).flatMap(([key, one]: [string, unknown]) => [
        ...(key === 'url' ? [one] : []),
        ...urlsIn(one),
      ]);

test('one seed makes one body', (t) => {
  fc.assert(
    fc.property(fc.nat(), (seed) => {
      const make = () => textOf(changed(EXAMPLE, dice(seed), newPool([])), dice(seed));
      t.is(make(), make());
    }),
    { numRuns: 300 },
  );
});

test('no body leads the service to an address off this machine', (t) => {
  fc.assert(
    fc.property(fc.nat(), (seed) => {
      const urls = urlsIn(changed(EXAMPLE, dice(seed), newPool([])));
      t.deepEqual(
        urls.filter((url) => !(BAD_URLS as ReadonlyArray<unknown>).includes(url)),
        [],
      );
    }),
    { numRuns: 300 },
  );
});

test('the example itself stays as it was', (t) => {
  const before = JSON.stringify(EXAMPLE);
  for (let seed = 0; seed < 300; seed += 1) changed(EXAMPLE, dice(seed), newPool([]));
  t.is(JSON.stringify(EXAMPLE), before);
});

test('a spared turn is never given out', (t) => {
  const pool = newPool(['u-admin']);
  pool.learn({ userId: 'u-admin' });
  t.is(pool.known('userId', dice(1)), undefined);
  pool.learn({ items: [{ userId: 'u-maker' }] });
  t.is(pool.known('userId', dice(1)), 'u-maker');
});
