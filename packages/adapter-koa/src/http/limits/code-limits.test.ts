import { memoryStorage } from '@hundi/adapter-memory';
import { inProcessRateLimiter } from '@hundi/core';
import test, { type ExecutionContext } from 'ava';
import { openCheckout } from '../../testing/payout-checkout.js';
import { serve, type Answer, type Served } from '../../testing/serve.js';
import { enter, OUR_PAGE, submit } from '../../testing/without-browser.js';

const HERE = '198.51.100.1';
const ELSEWHERE = '203.0.113.1';
const LOGIN = '/portal/v1/login';
const CHECKER = 'checker@acme.example';

/** Codes are limited, on a clock that is moved by hand, and nothing else is. */
const counted = async (t: ExecutionContext) => {
  let now = 0;
  const limits = { reads: 1_000, writes: 1_000, logins: 1_000, codes: 1 };
  const rateLimits = inProcessRateLimiter(limits, { now: () => now });
  const served = await serve(t, memoryStorage(), { rateLimits, trustedProxies: ['127.0.0.1'] });
  return {
    served,
    pass: (ms: number) => {
      now += ms;
    },
  };
};

const by = (address: string) => ({ key: null, headers: { 'x-forwarded-for': address } });

const ask = ({ post }: Served, email: string, address: string): Promise<Answer> =>
  post(LOGIN, { email }, by(address));

/** How many of so many calls in a row are not held back. */
const through = async (times: number, call: () => Promise<number>): Promise<number> => {
  let passed = 0;
  for (let i = 0; i < times; i += 1) if ((await call()) !== 429) passed += 1;
  return passed;
};

test('one network asks for one address 100 times at once, and once a second from then on', async (t) => {
  const { served, pass } = await counted(t);
  const asks = async () => (await ask(served, CHECKER, HERE)).status;

  t.is(await through(110, asks), 100);
  pass(1_000);
  t.is(await through(3, asks), 1);
  t.is((await ask(served, CHECKER.toUpperCase(), HERE)).headers.get('retry-after'), '1');
  t.is((await ask(served, 'maker@acme.example', HERE)).status, 202);
});

test('a stranger who requests codes without end does not keep users on other networks from logging in', async (t) => {
  const { served } = await counted(t);
  await through(150, async () => (await ask(served, CHECKER, ELSEWHERE)).status);

  t.is((await ask(served, CHECKER, HERE)).status, 202);
});

test('tries at one challenge count together, wherever they come from, and at no other', async (t) => {
  const { served } = await counted(t);
  const challenge = async (): Promise<string> => {
    const { json } = await ask(served, CHECKER, HERE);
    return (json as unknown as { readonly challengeId: string }).challengeId;
  };
  const [first, second] = [await challenge(), await challenge()];
  let network = 0;
  const guess = async (challengeId: string): Promise<number> => {
    network += 1;
    const from = by(`203.0.113.${String(network)}`);
    return (await served.post(`${LOGIN}/${challengeId}`, { code: '000000' }, from)).status;
  };

  t.is(await through(120, () => guess(first)), 100);
  t.not(await guess(second), 429);
});

test('forms of one browser on one page count together, and no stranger spends them', async (t) => {
  const { served, pass } = await counted(t);
  const checkout = await openCheckout(served);
  const inside = await enter(checkout);
  const press = async (headers: Readonly<Record<string, string>>): Promise<number> => {
    const answer = await submit(`${checkout.address}/choices`, inside.fields, headers);
    await answer.arrayBuffer();
    return answer.status;
  };
  const strangers = { ...OUR_PAGE, cookie: `${checkout.sessionId}=${'0'.repeat(64)}` };
  await through(60, () => press(OUR_PAGE));
  await through(60, () => press(strangers));

  t.is(await through(120, () => press(inside.headers)), 100);
  pass(1_000);
  t.is(await press(inside.headers), 200);
});
