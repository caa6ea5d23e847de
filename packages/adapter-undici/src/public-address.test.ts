import test from 'ava';
import fc from 'fast-check';
import { NOT_PUBLIC, PUBLIC } from './addresses.test.data.js';
import { isLoopbackAddress, isPublicAddress } from './public-address.js';

test('hosts on the public internet are public', (t) => {
  for (const address of PUBLIC) t.true(isPublicAddress(address), address);
});

for (const [kind, addresses] of NOT_PUBLIC) {
  test(`an address of ${kind} is not public`, (t) => {
    for (const address of addresses) t.false(isPublicAddress(address), address);
  });
}

test('the table has more than 120 addresses, each once', (t) => {
  const all = [...PUBLIC, ...NOT_PUBLIC.flatMap(([, addresses]) => addresses)];

  t.true(all.length >= 120);
  t.is(new Set(all).size, all.length);
});

test('no IPv4 address is public by being written as one of IPv6', (t) => {
  fc.assert(
    fc.property(
      fc.ipV4(),
      fc.constantFrom('::ffff:', '::', '64:ff9b::', '::ffff:0:'),
      (address, prefix) => !isPublicAddress(prefix + address),
    ),
  );
  t.pass();
});

test('this machine is known by all of its addresses', (t) => {
  for (const address of ['127.0.0.1', '127.8.9.10', '::1']) t.true(isLoopbackAddress(address));
  for (const address of ['128.0.0.1', '0.0.0.0', '::', '10.0.0.1', '', '::ffff:127.0.0.1'])
    t.false(isLoopbackAddress(address));
});
