import { memoryStorage } from '@hundi/adapter-memory';
import type { Sealer } from '@hundi/core';
import { plainSealer } from '@hundi/testkit';
import test from 'ava';
import { serve } from '../testing/serve.js';

/** A sealer that can be cut off. */
const aSealer = () => {
  const { seal, open, isCurrent } = plainSealer();
  let isAway = false;
  const reached = <A>(ask: () => Promise<A>): Promise<A> =>
    isAway ? Promise.reject(new Error('the KMS does not answer')) : ask();
  const sealer: Sealer = {
    seal: (secret, context) => reached(() => seal(secret, context)),
    open: (sealed, context) => reached(() => open(sealed, context)),
    isCurrent: (sealed) => reached(() => isCurrent(sealed)),
  };
  return {
    sealer,
    cutOff: (now: boolean) => {
      isAway = now;
    },
  };
};

test('while the sealer is away a right key and a right cursor are unavailable, not wrong', async (t) => {
  const { sealer, cutOff } = aSealer();
  const { get, sandbox } = await serve(t, memoryStorage(), {}, { sealer });
  const { shop = '' } = sandbox.credentials.corporates['acme']?.secretKeys ?? {};
  const session = `/v1/checkout/sessions/cs_${'0'.repeat(32)}`;
  const asShop = { key: null, headers: { authorization: `Bearer ${shop}` } };
  const events = '/v1/partner/events?limit=1';
  const first = await get(events);
  const after = first.json.pagination.nextCursor ?? '';
  cutOff(true);
  const away = [await get(`${events}&after=${after}`), await get(session, asShop)];
  for (const { status, headers, json } of away) {
    t.is(status, 503);
    t.is(headers.get('retry-after'), '5');
    t.is(json.type, 'service_unavailable_error');
  }
  cutOff(false);

  t.is((await get(`${events}&after=${after}`)).status, 200);
  t.is((await get(`${events}&after=${after}x`)).status, 400);
  t.is((await get(session, asShop)).status, 404);
});
