import { memoryStorage } from '@hundi/adapter-memory';
import { createSandbox, demoDocument, TEST_CARDS, type Sandbox } from '@hundi/testkit';
import test from 'ava';
import { customerPays, sandboxCheckout } from './sandbox-checkout.js';
import { receivePayment, sell, welcomeBack, type Shop } from './shop.js';

const HOOK = 'https://shop.example/hooks';
const MINUTE = 60_000;

interface Stand {
  readonly sandbox: Sandbox;
  readonly shop: Shop;
  readonly secretKey: string;
  /** Sells one order; answers where its customer goes. */
  readonly sold: () => Promise<string>;
}

/** A shop that sells by the sandbox, and hears of payments from it. */
const openShop = async (): Promise<Stand> => {
  const sandbox = await createSandbox({
    storage: memoryStorage(),
    document: demoDocument({
      webhookEndpoints: [{ url: HOOK, eventTypes: ['checkout.session.*'] }],
    }),
  });
  const { credentials, receivers, clock } = sandbox;
  const own = credentials.corporates['acme'];
  const secrets = [own?.webhookSecrets[HOOK] ?? ''];
  const secretKey = own?.secretKeys['shop'] ?? '';
  const shop: Shop = { orders: new Map(), seen: new Set() };
  receivers.behave(HOOK, ({ headers, body }) => ({
    kind: 'answered',
    status: receivePayment(shop, { secrets, now: clock.now() }, { headers: { ...headers }, body }),
    text: '',
  }));
  const checkout = sandboxCheckout(sandbox, secretKey);
  const order = { number: 'ORDER-7', amount: 249_900 };
  return { sandbox, shop, secretKey, sold: () => sell(shop, checkout, order) };
};

const shipped = ({ shop }: Stand): number | undefined => shop.orders.get('ORDER-7')?.shipped;

test('an order is shipped once, by the event, and the customer is thanked by the signed return', async (t) => {
  const stand = await openShop();
  const { sandbox, shop, secretKey, sold } = stand;
  const url = await sold();
  t.is(await sold(), url);
  const query = (await customerPays(sandbox, url, TEST_CARDS.visa)) ?? '';
  const now = sandbox.clock.now();

  t.regex(welcomeBack(shop, query, { secretKey, now }), /^Thank you/);
  t.is(shipped(stand), 0);
  await sandbox.runDue();
  t.is(shipped(stand), 1);
  await sandbox.advance(60 * MINUTE);
  t.is(shipped(stand), 1);
  t.is((await sandbox.cards.charges()).length, 1);
});

test('a webhook that the shop failed to take comes again, and the order is shipped once', async (t) => {
  const stand = await openShop();
  const { sandbox, shop, sold } = stand;
  await customerPays(sandbox, await sold(), TEST_CARDS.rupay);
  await sandbox.runDue();
  const [delivered] = sandbox.receivers.received(HOOK);
  if (delivered === undefined) return t.fail('nothing was delivered');
  const secrets = [sandbox.credentials.corporates['acme']?.webhookSecrets[HOOK] ?? ''];
  const again = () =>
    receivePayment(
      shop,
      { secrets, now: sandbox.clock.now() },
      { headers: { ...delivered.headers }, body: delivered.body },
    );

  t.deepEqual([again(), again()], [204, 204]);
  t.is(shipped(stand), 1);
});

test('a return that was changed, made up or kept for later says nothing', async (t) => {
  const { sandbox, shop, secretKey, sold } = await openShop();
  const query = (await customerPays(sandbox, await sold(), TEST_CARDS.visa)) ?? '';
  const now = sandbox.clock.now();
  const unknown = /^We do not know/;

  t.regex(welcomeBack(shop, query.replace('ORDER-7', 'ORDER-8'), { secretKey, now }), unknown);
  t.regex(welcomeBack(shop, '', { secretKey, now }), unknown);
  t.regex(welcomeBack(shop, query, { secretKey, now: now + 6 * MINUTE }), unknown);
});

test('a customer whose cards are declined sees it, and nothing is shipped', async (t) => {
  const stand = await openShop();
  const { sandbox, shop, secretKey, sold } = stand;
  const url = await sold();
  let query: string | undefined;
  for (let card = 0; card < 3; card += 1)
    query = await customerPays(sandbox, url, TEST_CARDS.declined);
  await sandbox.runDue();

  t.regex(
    welcomeBack(shop, query ?? '', { secretKey, now: sandbox.clock.now() }),
    /ORDER-7 is not paid/,
  );
  t.is(shipped(stand), 0);
});
