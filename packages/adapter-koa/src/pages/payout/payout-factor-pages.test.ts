import { memoryStorage } from '@hundi/adapter-memory';
import test, { type ExecutionContext } from 'ava';
import { pageFaults } from '../../testing/page-faults.js';
import { mailedCode, openCheckout, statusOfCheckout } from '../../testing/payout-checkout.js';
import { enrolApp, enrolPasskey, serveHosted } from '../../testing/second-factor.js';
import type { Served } from '../../testing/serve.js';
import { enter, submit, visit } from '../../testing/without-browser.js';

const LABEL = 'Code of your app or recovery code';

/** A maker whose mailed code is on its way. */
const atCode = async (t: ExecutionContext, served: Served) => {
  const checkout = await openCheckout(served);
  const { cookie, fields, headers } = await enter(checkout);
  const post = async (step: string, more: Readonly<Record<string, string>> = {}) => {
    const answer = await submit(`${checkout.address}/${step}`, { ...fields, ...more }, headers);
    t.deepEqual(pageFaults(answer), [], step);
    return answer;
  };
  const page = async () => (await visit(checkout.address, cookie)).text();
  const status = async () => (await statusOfCheckout(served, checkout)).checkout.status;
  await post('code');
  const authorize = () => post('authorize', { code: mailedCode(served) });
  return { post, page, status, authorize };
};

const challengeIn = (html: string): string =>
  /name="challengeId" value="([^"]*)"/.exec(html)?.[1] ?? '';

test('after the right mailed code the page asks for the second factor, and what is wrong with one stands beside it', async (t) => {
  const served = await serveHosted(t, memoryStorage(), 'any');
  const app = await enrolApp(served);
  const { post, page, status, authorize } = await atCode(t, served);
  t.false((await page()).includes(LABEL));
  t.is((await authorize()).status, 303);
  const shown = await page();
  t.true(shown.includes(LABEL));
  t.false(shown.includes('One-time code'));
  t.false(shown.includes('Use a passkey'));

  const challengeId = challengeIn(shown);
  const wrong = app.code() === '111111' ? '222222' : '111111';
  for (const [sent, code, said] of [
    [{}, 400, 'Enter a code of your app'],
    [{ factor: '12345' }, 400, 'has six digits'],
    [{ factor: wrong }, 400, 'was not accepted'],
    [{ response: '{' }, 400, 'did not arrive whole'],
    [{ response: '[1]' }, 400, 'did not arrive whole'],
    [{ response: '{}' }, 400, 'was not accepted'],
    [{ response: '"text"' }, 400, 'did not arrive whole'],
    [{ factor: app.code(), challengeId: '' }, 409, 'asked for something else'],
    [{ factor: app.code(), packageCode: '' }, 400, 'Pick a package'],
  ] as const) {
    const answer = await post('factor', { challengeId, ...sent });
    const html = await answer.text();
    t.is(answer.status, code, said);
    t.true(html.includes(said), said);
    t.true(html.includes(LABEL));
  }
  t.is(await status(), 'open');
  t.is((await post('factor', { challengeId, factor: ` ${app.code()} ` })).status, 303);
  t.is(await status(), 'submitted');
});

test('a recovery code as it was printed makes the payout', async (t) => {
  const served = await serveHosted(t, memoryStorage(), 'any');
  const { recoveryCodes } = await enrolApp(served);
  const { post, page, status, authorize } = await atCode(t, served);
  await authorize();
  const [factor = ''] = recoveryCodes;
  await post('factor', { challengeId: challengeIn(await page()), factor });
  t.is(await status(), 'submitted');
});

for (const [hosted, said] of [
  ['any', 'you have none. Add an authenticator app or a passkey in the portal'],
  ['passkey', 'Your company asks for a passkey here'],
] as const)
  test(`a maker without a second factor reads what to do, where ${hosted} is asked for`, async (t) => {
    const served = await serveHosted(t, memoryStorage(), hosted);
    if (hosted === 'passkey') await enrolApp(served);
    const { page, status, authorize } = await atCode(t, served);
    const answer = await authorize();
    t.is(answer.status, 403);
    t.true((await answer.text()).includes(said));
    t.true((await page()).includes('One-time code'));
    t.is(await status(), 'open');
  });

test('where a passkey is asked for, the page has its button and no field for codes', async (t) => {
  const served = await serveHosted(t, memoryStorage(), 'passkey');
  const answerTo = await enrolPasskey(served);
  const { post, page, status, authorize } = await atCode(t, served);
  await authorize();
  const shown = await page();
  t.false(shown.includes(LABEL));
  t.regex(shown, /<button[^>]* id="factor"[^>]* hidden[^>]*>Use a passkey/);
  const challengeId = challengeIn(shown);
  t.is((await post('factor', { challengeId, factor: '123456' })).status, 403);
  const challenge = /&quot;challenge&quot;:&quot;([^&]*)&quot;/.exec(shown)?.[1] ?? '';
  const response = JSON.stringify(answerTo(challenge));
  t.is((await post('factor', { challengeId, response })).status, 303);
  t.is(await status(), 'submitted');
});

test('too many wrong codes lead back to the mailed code', async (t) => {
  const served = await serveHosted(t, memoryStorage(), 'any');
  const app = await enrolApp(served);
  const { post, page, authorize } = await atCode(t, served);
  await authorize();
  const challengeId = challengeIn(await page());
  const factor = app.code() === '111111' ? '222222' : '111111';
  for (let n = 0; n < 5; n += 1) await post('factor', { challengeId, factor });
  const locked = await (await post('factor', { challengeId, factor })).text();
  t.true(locked.includes('Enter the code from the mail again'));
  t.true(locked.includes('One-time code'));
});
