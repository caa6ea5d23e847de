import test from 'ava';
import { E } from '../../../kernel/fp.js';
import { stored } from '../../../kernel/codecs/decode.js';
import { aCorporate, NOW, TENANT } from '../../../samples.test.data.js';
import { checkoutDigest, putCheckoutSettingsChange as kind } from './checkout-settings-change.js';

const settings = (...destinationHosts: string[]) => ({
  destinationHosts,
  statementDescriptor: 'ACME',
});

/** What checks a payload, as it was stored, while the corporate has these hosts. */
const checked = (payload: object, ...hosts: string[]) => {
  const stores = {
    tenancy: { corporate: async () => aCorporate({ checkout: settings(...hosts) }) },
    journal: { last: async () => undefined },
  };
  const read = stored(kind.payload, JSON.stringify(payload));
  return kind.check(stores as never, TENANT, read, { at: NOW });
};

const checkout = settings('shop.example', 'new.example');

test('settings replace those that they were proposed to replace, and no others', async (t) => {
  const payload = { checkout, replaces: checkoutDigest(settings('shop.example')) };
  t.true(E.isRight(await checked(payload, 'shop.example')));
  for (const hosts of [[], ['other.example'], ['shop.example', 'other.example']])
    t.like(await checked(payload, ...hosts), { left: { _tag: 'CheckoutSettingsOutdated' } });
});

test('a proposal from before its basis was kept can still be decided on', async (t) => {
  t.true(E.isRight(await checked({ checkout }, 'other.example')));
});
