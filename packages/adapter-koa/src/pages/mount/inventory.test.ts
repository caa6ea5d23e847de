import { memoryStorage } from '@hundi/adapter-memory';
import { TEST_CARDS } from '@hundi/testkit';
import test, { type ExecutionContext } from 'ava';
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { openCard } from '../../testing/card-page.js';
import { mailedCode, openCheckout } from '../../testing/payout-checkout.js';
import { logIn } from '../../testing/portal-browser.js';
import { serve } from '../../testing/serve.js';
import { enrolPasskey, serveHosted } from '../../testing/second-factor.js';
import { enter, OUR_PAGE, submit, visit } from '../../testing/without-browser.js';
import { INVENTORY, INVENTORY_FILE, inventoryText } from './inventory.js';

test('the inventory that people look at is the one of this code: npm run inventory writes it', async (t) => {
  t.is(await readFile(INVENTORY_FILE, 'utf8'), inventoryText());
});

test('every script has a name, a reason and a text of its own', (t) => {
  for (const member of ['name', 'hash', 'reason'] as const)
    t.is(new Set(INVENTORY.map((one) => one[member])).size, INVENTORY.length);
  for (const { reason } of INVENTORY) t.true(reason.length > 20);
});

const hashOf = (text: string): string =>
  `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** The page that asks for a passkey. */
const askedForPasskey = async (t: ExecutionContext): Promise<Response> => {
  const served = await serveHosted(t, memoryStorage(), 'any');
  await enrolPasskey(served);
  const { address, ...checkout } = await openCheckout(served);
  const { cookie, fields, headers } = await enter({ address, ...checkout });
  await submit(`${address}/code`, fields, headers);
  await submit(`${address}/authorize`, { ...fields, code: mailedCode(served) }, headers);
  return visit(address, cookie);
};

test('pages carry scripts of the inventory and no others, and their policy allows exactly those', async (t) => {
  const served = await serve(t, memoryStorage());
  const card = await openCard(served);
  const cookie = (await visit(card.link)).headers.get('set-cookie')?.split(';')[0] ?? '';
  const payout = await openCheckout(served);
  const maker = await enter(payout);
  const person = await logIn(served, 'checker@acme.example');
  const form = { number: TEST_CARDS.visa, expiry: '12/34', cvc: '', name: '' };
  const pages = [
    await askedForPasskey(t),
    await visit(card.address, cookie),
    await submit(`${card.address}/pay`, form, { ...OUR_PAGE, cookie }),
    await visit(card.address),
    await visit(`${card.address}/nowhere`),
    await visit(payout.address, maker.cookie),
    await visit(payout.link),
    (await person.get('/portal/settings')).response,
    (await person.send('/portal/settings/factors', { name: 'Key', kind: 'passkey' })).response,
  ];
  const seen = new Set<string>();
  for (const page of pages) {
    const html = await page.text();
    const scripts = [...html.matchAll(/<script([^>]*)>([^]*?)<\/script>/g)];
    const hashes = scripts.map(([, , text = '']) => hashOf(text));
    for (const [, attributes] of scripts) t.is(attributes, '');
    for (const hash of hashes) {
      t.true(
        INVENTORY.some((one) => one.hash === hash),
        hash,
      );
      seen.add(hash);
    }
    const policy = page.headers.get('content-security-policy') ?? '';
    const allowed = /script-src ([^;]*)/.exec(policy)?.[1]?.split(' ') ?? [];
    t.deepEqual(allowed.toSorted(), hashes.toSorted());
  }
  t.is(seen.size, INVENTORY.length);
});
