import { memoryStorage } from '@hundi/adapter-memory';
import { systemClock } from '@hundi/adapter-node';
import { mailbox, type Mailbox } from '@hundi/testkit';
import test, { type ExecutionContext } from 'ava';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPayoutService } from './payout-service.js';
import { batch, paidJob, partner } from './testing/a-bank.js';

interface Started {
  readonly url: string;
  readonly key: string;
  readonly mails: Mailbox;
}

const start = async (t: ExecutionContext): Promise<Started> => {
  const dataDir = await mkdtemp(join(tmpdir(), 'our-bank-'));
  const mails = mailbox(systemClock);
  const { url, stop } = await startPayoutService({
    storage: memoryStorage(),
    closeStorage: () => rm(dataDir, { recursive: true }),
    dataDir,
    port: 0,
    cookieKey: 'signs cookies',
    mailer: mails,
    staff: (name, password) => name === 'asha' && password === 'right',
    onError: (error) => {
      t.fail(String(error));
    },
  });
  t.teardown(stop);
  const credentials = JSON.parse(await readFile(join(dataDir, 'credentials.json'), 'utf8')) as {
    readonly corporates: Readonly<
      Record<string, { readonly apiKeys: Readonly<Record<string, string>> }>
    >;
  };
  return { url, mails, key: credentials.corporates['acme']?.apiKeys['erp'] ?? '' };
};

const payeeOf = async ({ get }: ReturnType<typeof partner>): Promise<string> => {
  const answer = await get('/beneficiaries?search=Sharma');
  const { items } = (await answer.json()) as { items: ReadonlyArray<{ beneficiaryId: string }> };
  return items[0]?.beneficiaryId ?? '';
};

/** A browser, as far as these tests need one: it follows no redirect by itself. */
const browse = (url: string, init: RequestInit = {}): Promise<Response> =>
  fetch(url, { redirect: 'manual', ...init });

/** The cookies of an answer, as a browser sends them back. */
const cookiesOf = (answer: Response): string =>
  answer.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ');

test('a batch over the partner API is paid by the worker, and a wrong key gets 401', async (t) => {
  const { url, key } = await start(t);
  const calls = partner(url, key);
  const counts = await paidJob(t, calls, batch(await payeeOf(calls), 3));

  t.like(counts, { total: 3, paid: 3 });
  t.is((await partner(url, 'pak_wrong').get('/packages')).status, 401);
});

test("the team's page wants its own session, shows payouts, and Hundi sets none of its cookies", async (t) => {
  const { url, key } = await start(t);
  const calls = partner(url, key);
  await paidJob(t, calls, batch(await payeeOf(calls), 1));
  const signIn = (password: string) =>
    browse(`${url}/login`, {
      method: 'POST',
      body: new URLSearchParams({ name: 'asha', password }),
    });

  t.is((await browse(url)).headers.get('location'), '/login');
  t.is((await signIn('wrong')).status, 403);
  const signedIn = await signIn('right');
  t.is(signedIn.headers.get('location'), '/');
  const home = await browse(url, { headers: { cookie: cookiesOf(signedIn) } });
  t.regex(await home.text(), /Signed in: asha.*₹1\.00, paid/s);
  t.is((await browse(`${url}/nowhere`)).status, 404);
  t.is((await calls.get('/packages')).headers.get('set-cookie'), null);
});

test('the portal is under the prefix of the team', async (t) => {
  const { url, mails } = await start(t);
  const post = async (path: string, body: object): Promise<Record<string, string>> => {
    const answer = await fetch(`${url}/payouts/portal/v1${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    return (await answer.json()) as Record<string, string>;
  };
  const { challengeId = '' } = await post('/login', { email: 'checker@acme.example' });
  const code = await codeIn(mails, 'checker@acme.example');
  const { token = '' } = await post(`/login/${challengeId}`, { code });
  const waiting = await fetch(`${url}/payouts/portal/v1/approvals`, {
    headers: { authorization: `Bearer ${token}` },
  });

  t.is(waiting.status, 200);
  t.is((await fetch(`${url}/portal/v1/approvals`)).status, 404);
});

/** The mail follows the answer. */
const codeIn = async (mails: Mailbox, to: string): Promise<string> => {
  for (;;) {
    const [mail] = mails.mails(to);
    const code = /\b\d{6,}\b/.exec(mail?.text ?? '')?.[0];
    if (code !== undefined) return code;
    await new Promise((resolve) => setImmediate(resolve));
  }
};

test('a hosted page opens under the prefix, and its form leads there', async (t) => {
  const { url, key } = await start(t);
  const calls = partner(url, key);
  const opened = await calls.post(
    '/payout-checkout/sessions',
    JSON.stringify({
      makerUserId: 'u-maker',
      amount: { value: 2_500_000, currency: 'INR' },
      transactionReference: 'PAGE-1',
      beneficiaryId: await payeeOf(calls),
    }),
  );
  const { hostedUrl } = (await opened.json()) as { readonly hostedUrl: string };
  t.true(hostedUrl.startsWith(`${url}/payouts/payout/`), hostedUrl);
  const entered = await browse(hostedUrl);
  const page = await browse(entered.headers.get('location') ?? hostedUrl, {
    headers: { cookie: cookiesOf(entered) },
  });

  t.is(page.status, 200);
  const html = await page.text();
  t.regex(html, /Our Bank/);
  t.regex(html, /action="\/payouts\/payout\//);
});
