import type { LookupAddress } from 'node:dns';
import test from 'ava';
import { addressRule } from './address-rule.js';
import { NOT_PUBLIC, PUBLIC } from './addresses.test.data.js';
import { AddressRefused, allowedAddresses, checkedLookup } from './checked-lookup.js';

const rule = addressRule(false);

const found = (address: string): LookupAddress => ({
  address,
  family: address.includes(':') ? 6 : 4,
});

/** The address that a socket would connect to. */
const lookUp = (
  resolve: () => ReadonlyArray<string>,
  all: boolean,
): Promise<string | ReadonlyArray<LookupAddress>> =>
  new Promise((done, fail) => {
    const lookup = checkedLookup(async () => resolve().map(found), rule);
    lookup('hooks.example.com', { all }, (error, address) => {
      if (error instanceof Error) fail(error);
      else done(address);
    });
  });

test('a socket connects only to the checked addresses, in their order', async (t) => {
  t.deepEqual(await lookUp(() => PUBLIC, true), PUBLIC.map(found));
  t.is(await lookUp(() => PUBLIC, false), PUBLIC[0] ?? '');
});

for (const [kind, addresses] of NOT_PUBLIC) {
  test(`a name for ${kind} is not connected to, alone or among others`, async (t) => {
    for (const address of addresses) {
      for (const all of [[address], [...PUBLIC, address], [address, ...PUBLIC]])
        await t.throwsAsync(
          lookUp(() => all, true),
          { instanceOf: AddressRefused },
        );
    }
  });
}

test('a name without addresses, and one that does not resolve, are not connected to', async (t) => {
  await t.throwsAsync(
    lookUp(() => [], true),
    { instanceOf: AddressRefused },
  );
  await t.throwsAsync(
    allowedAddresses('hooks.example.com', () => Promise.reject(new Error('ENOTFOUND')), rule),
  );
});

test('a resolver that changes its mind a thousand times is believed only when it names public ones', async (t) => {
  let asked = 0;
  const flip = () => [(asked += 1) % 2 === 0 ? '127.0.0.1' : '93.184.216.34'];

  for (let i = 0; i < 1_000; i += 1) {
    const found = await lookUp(flip, i % 3 === 0).catch((error: unknown) => error);
    if (asked % 2 === 0) t.true(found instanceof AddressRefused);
    else t.regex(JSON.stringify(found), /93\.184\.216\.34/);
  }
  t.is(asked, 1_000);
});
