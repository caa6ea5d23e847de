import type { LookupAddress } from 'node:dns';
import test from 'ava';
import { addressRule } from './address-rule.js';
import { AddressRefused, allowedAddresses } from './checked-lookup.js';
import { undiciSender } from './index.js';
import { networksOf } from './networks.js';
import { senderOver } from './undici-sender.js';

const OWN = ['93.184.216.0/24', '8.8.8.8', '2606:4700::/32', '127.0.0.0/8'];
const rule = addressRule(true, [443], OWN);

const found = (address: string): LookupAddress => ({
  address,
  family: address.includes(':') ? 6 : 4,
});
const lookUp = (...addresses: ReadonlyArray<string>) =>
  allowedAddresses('hooks.example.com', async () => addresses.map(found), rule);

for (const address of ['93.184.216.34', '8.8.8.8', '2606:4700:4700::1111', '127.0.0.1']) {
  test(`the sender does not connect to ${address}, of the host's own network, alone or among others`, async (t) => {
    t.false(rule.allows(address));
    await t.throwsAsync(lookUp(address), { instanceOf: AddressRefused });
    await t.throwsAsync(lookUp('1.1.1.1', address), { instanceOf: AddressRefused });
  });
}

test('addresses outside the own networks stay allowed', async (t) => {
  const beside = ['93.184.217.1', '8.8.8.7', '2607:1::1', '::1'];

  t.deepEqual(await lookUp(...beside), beside.map(found));
});

test('a receiver in an own network is refused when it is registered, and when it moves there', async (t) => {
  let address = '1.1.1.1';
  const sender = senderOver(rule, async () => [found(address)], {
    usual: 1_000,
    hurried: 1_000,
    silent: 1_000,
  });
  t.teardown(sender.close);
  const url = 'https://hooks.example.com/';

  t.is(await sender.objection(url), undefined);
  address = '93.184.216.34';
  t.is(await sender.objection(url), 'expected a host name with public addresses');
  const message = { endpointId: 'whe_1', url, headers: {}, body: '{}' };
  t.deepEqual(await sender.send(message as never), {
    kind: 'unanswered',
    fault: 'address_refused',
  });
});

for (const wrong of [
  '',
  'example.com',
  '10.0.0.0/33',
  '::/129',
  '10.0.0.0/',
  '1.1.1.1/8/8',
  '10/8',
]) {
  test(`${JSON.stringify(wrong)} is refused as a network`, (t) => {
    t.throws(() => networksOf([wrong]), { instanceOf: RangeError, message: /is no network/ });
    t.throws(() => undiciSender({ refusedNetworks: [wrong] }), { instanceOf: RangeError });
  });
}
