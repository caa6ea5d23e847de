import { memoryStorage } from '@hundi/adapter-memory';
import { demoDocument, TEST_CARDS } from '@hundi/testkit';
import test, { type ExecutionContext } from 'ava';
import { openCard } from '../testing/card-page.js';
import { csvFiles, csvOf } from '../testing/csv-files.js';
import { raiseUnknown, titleOf } from '../testing/look-after.js';
import { mailedCode, openCheckout, otherThan } from '../testing/payout-checkout.js';
import { comeIn, waiting } from '../testing/portal.js';
import { logIn, portalBrowser, type PortalBrowser, type Seen } from '../testing/portal-browser.js';
import { saidOn } from '../testing/said.js';
import { serve, type Served } from '../testing/serve.js';
import { portalRoutesOf } from './mount/portal-table.js';
import { ENGLISH } from './texts/english.js';
import { ENGLISH_FRAME } from './texts/english-frame.js';
import { HINDI } from './texts/hindi.js';
import { OFFERED, type Language } from './texts/languages.js';

const UPLOAD = { files: csvFiles, fileTemplate: () => csvOf([]) };

const plainTexts = (node: unknown): ReadonlyArray<string> => {
  if (typeof node === 'string') return [node];
  return typeof node === 'object' && node !== null ? Object.values(node).flatMap(plainTexts) : [];
};

const ALSO_IN_HINDI = new Set(plainTexts(HINDI));

/** What only an English page says. The states of the journal are names, the same in every language. */
const ENGLISH_ONLY = new Set(
  plainTexts({ ...ENGLISH_FRAME, ...ENGLISH }).filter((text) => !ALSO_IN_HINDI.has(text)),
);

/** Three words in a row: a sentence, and no name. */
const ENGLISH_SENTENCE = /\b[A-Za-z][a-z]+(?: [a-z]+){2,}/;

/** Data of these tests that look like one: an account, the detail of an incident, and what a shop sells. */
const DATA = /Acme petty cash|unconfirmed for an hour|A pair of shoes/;

const isForeign: Readonly<Record<Language, (text: string) => boolean>> = {
  en: (text) => /[\u0900-\u097f]/.test(text),
  hi: (text) => ENGLISH_ONLY.has(text) || (ENGLISH_SENTENCE.test(text) && !DATA.test(text)),
};

/** The subjects of mails with codes. */
const OF_CODES: Readonly<Record<Language, RegExp>> = {
  en: /^Your code (?:for|to authorize) /,
  hi: / (?:के लिए|करने का) आपका OTP$/,
};

/** Holds pages against the language that their reader chose. */
const reader = (t: ExecutionContext, served: Served, language: Language) => {
  const pages = new Set<string>();
  const hold = (page: string, seen: Seen): Seen => {
    const { status, html, response } = seen;
    if (status === 303 || response.headers.get('content-type') !== 'text/html; charset=utf-8')
      return seen;
    pages.add(page);
    t.true(status < 500, page);
    t.is(response.headers.get('content-language'), language, page);
    t.is(response.headers.get('vary'), 'Accept-Language, Cookie', page);
    t.true(html.startsWith(`<!doctype html><html lang="${language}">`), page);
    // A letter of Hindi has three bytes.
    t.true(Buffer.byteLength(html) < 60 * 1_024, page);
    t.deepEqual(saidOn(html).filter(isForeign[language]), [], page);
    return seen;
  };
  const browser = (): PortalBrowser => {
    const { cookies, get, send, sendFiles } = portalBrowser(served);
    cookies.set('hundi-language', language);
    return {
      cookies,
      get: async (path) => hold(`GET ${path}`, await get(path)),
      send: async (path, ...more) => hold(`POST ${path}`, await send(path, ...more)),
      sendFiles: async (path, ...more) => hold(`POST ${path}`, await sendFiles(path, ...more)),
    };
  };
  return { pages, browser };
};

const pathOf = (url: string): string => {
  const { pathname, search } = new URL(url);
  return `${pathname}${search}`;
};

const HOOK = 'https://hooks.acme.example/hundi';
const [ACME] = demoDocument().bankTenants[0]?.corporates ?? [];

/** Pages of a company's settings, not of a person's own. */
const LOOKED_AFTER = /^\/portal\/settings\/(?!sessions|factors|mails)/;

/** Acme whose head approves settings, too. */
const withSecondPerson = (settingsNeedSecondPerson: boolean) =>
  demoDocument({
    settingsNeedSecondPerson,
    webhookEndpoints: [HOOK, `${HOOK}/2`].map((url) => ({ url, eventTypes: ['*'] })),
    roles: (ACME?.roles ?? []).map((role) =>
      role.roleCode === 'head'
        ? {
            ...role,
            permissions: ['settings.approve', 'transaction.approve', 'webhooks.manage'] as never,
          }
        : role,
    ),
  });

/** Has an administrator do what the pages of settings list; where a second person is asked for, most of it waits. */
const useSettings = async (t: ExecutionContext, served: Served): Promise<void> => {
  const { sandbox, acmeKey } = served;
  const admin = await comeIn(served, 'admin@acme.example');
  const { items } = (
    await admin.get<{ readonly items: ReadonlyArray<{ readonly endpointId: string }> }>(
      '/webhook-endpoints',
    )
  ).json;
  const [one = '', other = ''] = items.map(({ endpointId }) => `/webhook-endpoints/${endpointId}`);
  sandbox.receivers.behave(HOOK, () => ({ kind: 'answered', status: 500, text: '' }));
  await waiting(served, 1);
  await sandbox.runDue();
  const link = { amount: 1_250, currency: 'INR', reference: 'INV-7', email: 'asha@example.com' };
  for (const asked of [
    () => admin.post('/secret-keys', { name: 'shop 2' }),
    () => admin.post(`/api-keys/${acmeKey.split('_')[1] ?? ''}/rotate`),
    () => admin.post('/webhook-endpoints', { url: `${HOOK}/3`, eventTypes: ['transaction.*'] }),
    () => admin.patch(one, { url: `${HOOK}/4`, eventTypes: ['beneficiary.*'] }),
    () => admin.post(`${one}/rotate-secret`),
    () => admin.patch(other, { status: 'disabled' }),
    () =>
      admin.put('/checkout-settings', {
        destinationHosts: ['new.acme.example'],
        statementDescriptor: 'ACME',
      }),
    () => admin.post('/payment-links', link),
    () => admin.post('/people/u-maker/suspend', { hold: true }),
    () => admin.post('/people/u-maker/reinstate'),
    () => admin.post('/people/u-clerk/suspend'),
    () => admin.post('/people/u-checker/reset-factors'),
    () => admin.put('/approval-policy', { approvalMatrix: ACME?.approvalMatrix }),
  ]) {
    const { status, text } = await asked();
    t.true(status < 300, text);
  }
};

/** Follows every link from the settings to other pages of them, then sends each form there as it stands. */
const walkSettings = async (
  t: ExecutionContext,
  browser: PortalBrowser,
): Promise<ReadonlyArray<string>> => {
  const paths = new Set(['/portal/settings']);
  const forms: string[] = [];
  // A set goes on with what is added to it meanwhile.
  for (const path of paths) {
    const { status, html } = await browser.get(path);
    t.is(status, 200, path);
    const [pathname = ''] = path.split('?');
    if (html.includes(`action="${pathname}"`)) forms.push(path);
    for (const [, href = ''] of html.matchAll(/href="(\/portal\/settings\/[^"]+)"/g))
      if (!href.includes('journal?')) paths.add(href.replaceAll('&amp;', '&'));
  }
  for (const path of forms) {
    await browser.get(path);
    const [pathname = ''] = path.split('?');
    t.not((await browser.send(pathname)).status, 303, path);
  }
  // What was done has changed the lists.
  for (const path of paths) if (!forms.includes(path)) await browser.get(path);
  return [...paths].map((path) => path.split('?', 1)[0] ?? '');
};

for (const { language } of OFFERED) {
  test(`every page about a key, an endpoint, a link, a user or a change is in one language: ${language}`, async (t) => {
    const walked = new Set<string>();
    const routes = new Set<string>();
    for (const isCareful of [false, true]) {
      const document = withSecondPerson(isCareful);
      const served = await serve(t, memoryStorage(), {}, { document });
      const { browser } = reader(t, served, language);
      await useSettings(t, served);
      await raiseUnknown(served, 'unconfirmed for an hour');
      // The administrator would suspend the head.
      for (const who of ['head', 'admin'] as const) {
        const person = await logIn(served, `${who}@acme.example`, browser());
        for (const path of await walkSettings(t, person)) walked.add(path);
      }
      for (const { method, path } of portalRoutesOf(
        served.sandbox.engine,
        async () => undefined,
        {},
      ))
        if (method === 'GET' && LOOKED_AFTER.test(path)) routes.add(path);
    }
    t.deepEqual(
      [...routes].filter((path) => !walked.has(path)),
      [],
    );
  });

  test(`every page and every empty form of the portal is in one language: ${language}`, async (t) => {
    const served = await serve(t, memoryStorage(), UPLOAD);
    const { pages, browser } = reader(t, served, language);
    const { ids, jobId } = await waiting(served, 3);
    await raiseUnknown(served, 'unconfirmed for an hour');
    const known = {
      transactionId: ids[0] ?? '',
      jobId,
      beneficiaryId: await served.sandbox.beneficiary('SHARMA01'),
    };
    const filled = (path: string): string =>
      Object.entries(known).reduce((one, [name, id]) => one.replace(`{${name}}`, id), path);
    const asked = new URLSearchParams({ userId: 'u-maker', id: known.transactionId }).toString();
    const routes = portalRoutesOf(served.sandbox.engine, async () => undefined, UPLOAD);
    const paths = (method: string) =>
      routes.filter((route) => route.method === method).map(({ path }) => filled(path));

    for (const who of ['admin', 'both'] as const) {
      const person = await logIn(served, `${who}@acme.example`, browser());
      const { html } = await person.get('/portal/settings');
      const form_token = /name="form_token" value="([^"]*)"/.exec(html)?.[1] ?? '';
      for (const path of paths('GET')) {
        await person.get(path);
        await person.get(`${path}?${asked}`);
      }
      const toOthers = (path: string) => path !== '/portal/logout';
      for (const path of paths('POST').filter(toOthers)) await person.send(path, { form_token });
    }
    t.true(pages.size > 100, String(pages.size));
  });

  test(`what people do in the portal is answered in one language: ${language}`, async (t) => {
    const served = await serve(t, memoryStorage(), UPLOAD);
    const { browser } = reader(t, served, language);
    const { ids } = await waiting(served, 2);

    const stranger = browser();
    await stranger.get('/portal/approvals');
    await stranger.send('/portal/login', { email: 'nobody' });
    await stranger.get('/portal/login');
    await stranger.send('/portal/login', { email: 'checker@acme.example' });
    await stranger.send('/portal/login/code', { code: '000000' });
    await stranger.get('/portal/nowhere');
    await stranger.send('/portal/settings');
    await stranger.send('/portal/login', {}, { 'sec-fetch-site': 'cross-site' });

    const maker = await logIn(served, 'maker@acme.example', browser());
    await maker.get('/portal/upload');
    await maker.sendFiles('/portal/upload/read', [['a.csv', 'transactionReference,amout\nA,1']]);
    await maker.get('/portal/upload');
    const rows = [
      ['UP-1', 100_000, 'SHARMA01'],
      ['UP-2', 100_000, 'NOBODY99'],
    ] as const;
    const read = await maker.sendFiles('/portal/upload/read', [['b.csv', csvOf(rows)]]);
    await maker.get(read.location ?? '');
    const job = (await maker.send('/portal/upload/submit')).location ?? '';
    t.regex(job, /^\/portal\/jobs\//);
    await maker.get(job);
    await served.sandbox.runDue();
    await maker.get(job);
    await maker.get(`${job}/cancel`);
    await maker.get('/portal/pay');
    const payment = {
      beneficiaryId: await served.sandbox.beneficiary('SHARMA01'),
      amount: '1,00,000.00',
      package: 'VENDOR',
      reference: 'PAY-1',
    };
    await maker.send('/portal/pay', { ...payment, action: 'preview' });
    await maker.send('/portal/pay', { ...payment, amount: '0.01', method: 'RTGS' });
    const made = (await maker.send('/portal/pay', payment)).location ?? '';
    await maker.get(made);
    const silent = {
      ...payment,
      beneficiaryId: await served.sandbox.beneficiary('SILENT01'),
      amount: '100.00',
      reference: 'PAY-2',
    };
    await maker.get('/portal/pay');
    const unknown = (await maker.send('/portal/pay', silent)).location ?? '';
    for (const one of [made, unknown]) t.regex(one, /^\/portal\/payouts\//);
    await served.sandbox.runDue();
    await maker.get(unknown);
    await maker.get(`${made}/cancel`);
    await maker.send('/portal/payouts/cancel', { id: made.split('/').at(-1) ?? '' });
    await maker.get(made);

    const checker = await logIn(served, 'checker@acme.example', browser());
    await checker.get('/portal/approvals');
    await checker.send('/portal/approvals/review', { id: ids[0] ?? '', action: 'approve' });
    await checker.send('/portal/approvals/decide', { id: ids[0] ?? '', action: 'approve' });
    await checker.get(`/portal/payouts/${ids[0] ?? ''}`);
    await served.sandbox.runDue();
    await checker.get(`/portal/payouts/${ids[0] ?? ''}`);

    served.sandbox.clock.advance(6 * 60_000);
    await checker.get('/portal/settings');
    await checker.send('/portal/settings/factors', { kind: 'totp', name: 'Phone' });
    const subjects = served.sandbox.mailbox.mails().map(({ subject }) => subject);
    t.true(subjects.length > 3, String(subjects.length));
    t.deepEqual(
      subjects.filter((subject) => !OF_CODES[language].test(subject)),
      [],
    );
  });

  test(`the hosted payout page is in one language, and so is each refusal: ${language}`, async (t) => {
    const served = await serve(t, memoryStorage());
    const { browser, pages } = reader(t, served, language);
    const checkout = await openCheckout(served);
    const at = pathOf(checkout.address);
    const token = new URL(checkout.link).searchParams.get('token') ?? '';
    const choice = {
      packageCode: 'VENDOR',
      debitAccountId: 'da-main',
      paymentMethodCode: 'NEFT',
    };

    const maker = browser();
    await maker.get(at);
    await maker.get(`${at}?token=x`);
    await maker.get(pathOf(checkout.link));
    await maker.send(`${at}/enter`, { token: 'x' });
    await maker.send(`${at}/enter`, { token });
    await maker.get(at);
    const form_token = /name="form_token" value="([^"]*)"/.exec((await maker.get(at)).html)?.[1];
    const post = (step: string, more: Readonly<Record<string, string>> = {}) =>
      maker.send(`${at}/${step}`, { form_token: form_token ?? '', ...choice, ...more });
    await post('authorize', { code: '' });
    await post('code', { packageCode: '' });
    await post('code', { debitAccountId: 'da-none' });
    await post('authorize', { code: '123456' });
    await post('code');
    await post('code');
    await maker.get(at);
    await post('authorize', { code: '12' });
    await post('authorize', { code: otherThan(mailedCode(served)) });
    await post('authorize', { code: mailedCode(served), paymentMethodCode: 'IMPS' });
    await post('choices');
    await post('factor', { factor: '1' });
    await post('authorize', { code: mailedCode(served) });
    await maker.get(at);
    await browser().get(at);
    const over = await openCheckout(served);
    await served.sandbox.advance(15 * 60 * 1_000);
    const late = browser();
    await late.get(pathOf(over.address));
    await late.send(`${pathOf(over.address)}/enter`, {
      token: new URL(over.link).searchParams.get('token') ?? '',
    });
    await late.send(at);
    await late.get(`${at}/nowhere`);
    t.true(pages.size > 10, String(pages.size));
    const subjects = served.sandbox.mailbox.mails().map(({ subject }) => subject);
    t.true(subjects.length > 0);
    t.deepEqual(
      subjects.filter((subject) => !OF_CODES[language].test(subject)),
      [],
    );
  });

  test(`the hosted card page is in one language, and so are its ends: ${language}`, async (t) => {
    const served = await serve(t, memoryStorage());
    const { browser, pages } = reader(t, served, language);
    const open = async () => {
      const customer = browser();
      const { link, address } = await openCard(served);
      await customer.get(pathOf(link));
      const at = pathOf(address);
      const pay = async (card: Readonly<Record<string, string>>) => {
        await customer.get(at);
        return customer.send(`${at}/pay`, card);
      };
      return { customer, at, pay };
    };
    const card = (number: string) => ({ number, expiry: '12/34', cvc: '123', name: 'Asha Rao' });

    const first = await open();
    await first.pay({});
    await first.pay({ number: '4242', expiry: '1', cvc: '1', name: '<' });
    await first.pay({ ...card(TEST_CARDS.visa), expiry: '01/20' });
    await first.pay({ ...card('9999999999999995'), cvc: '12' });
    for (const number of [TEST_CARDS.declined, TEST_CARDS.insufficientFunds, TEST_CARDS.wrongCvc])
      await first.pay(card(number));
    await first.customer.get(first.at);
    const second = await open();
    await second.pay(card(TEST_CARDS.visa));
    await second.customer.get(`${second.at}/done`);
    const third = await open();
    await third.customer.get(third.at);
    await third.customer.send(`${third.at}/cancel`);
    await third.customer.get(third.at);
    const fourth = await open();
    await fourth.pay(card(TEST_CARDS.unknown));
    await fourth.customer.get(fourth.at);
    const late = await open();
    await served.sandbox.advance(24 * 60 * 60 * 1_000);
    await late.customer.get(late.at);
    await browser().get(late.at);
    await browser().get(`/link/pl_${'0'.repeat(32)}`);
    t.true(pages.size > 6, String(pages.size));
  });
}

const languageOf = async (
  { port }: Served,
  path: string,
  headers: Readonly<Record<string, string>>,
): Promise<string | null> =>
  (await fetch(`http://127.0.0.1:${String(port)}${path}`, { headers })).headers.get(
    'content-language',
  );

test('a person who has chosen nothing has the first language of the browser that there is', async (t) => {
  const served = await serve(t, memoryStorage());
  const asked = (accept: string, cookie = '') =>
    languageOf(served, '/portal/login', {
      'accept-language': accept,
      ...(cookie !== '' && { cookie }),
    });

  t.is(await asked('hi-IN,hi;q=0.9,en;q=0.8'), 'hi');
  t.is(await asked('en-IN,hi;q=0.9'), 'en');
  t.is(await asked('ta, hi;q=0.5'), 'hi');
  t.is(await asked('ta, fr'), 'en');
  t.is(await asked('*'), 'en');
  t.is(await asked('hi', 'hundi-language=en'), 'en');
  t.is(await asked('en', 'hundi-language=hi'), 'hi');
  t.is(await asked('en', 'hundi-language=__proto__'), 'en');
});

test('a choice is kept for a year, and leads back to the same page without it', async (t) => {
  const served = await serve(t, memoryStorage());
  const browser = portalBrowser(served);
  const { html } = await browser.get('/portal/login?then=%2Fportal%2Fpayouts%3Fsearch%3DA%2526B');
  const [, link = ''] = /<a href="(\?[^"]*)" lang="hi"/.exec(html) ?? [];
  t.is(link, '?then=%2Fportal%2Fpayouts%3Fsearch%3DA%2526B&amp;language=hi');

  const chosen = await browser.get(`/portal/login${link.replaceAll('&amp;', '&')}`);
  t.is(chosen.status, 303);
  t.is(chosen.location, '/portal/login?then=%2Fportal%2Fpayouts%3Fsearch%3DA%2526B');
  t.regex(
    chosen.response.headers.get('set-cookie') ?? '',
    /^hundi-language=hi; Path=\/; Max-Age=31536000; HttpOnly; SameSite=Lax$/,
  );
  t.true((await browser.get('/portal/login')).html.includes('<html lang="hi">'));
  await browser.get('/portal/login?language=en');
  t.true((await browser.get('/portal/login')).html.includes('<html lang="en">'));
});

test('a page that answers a form has no link to another language, which would lose what it holds', async (t) => {
  const served = await serve(t, memoryStorage());
  const choice = /<nav class="languages"/;
  const browser = await logIn(served, 'admin@acme.example');
  t.regex((await browser.get('/portal/settings/keys/partner/make')).html, choice);
  const made = await browser.send('/portal/settings/keys/partner/make', {
    name: 'ledger',
    'scope-payments': 'yes',
    actsAsUserId: 'u-erp',
    lifeDays: '30',
  });
  t.is(titleOf(made), 'The key ledger is made');
  const maker = await logIn(served, 'maker@acme.example');
  t.regex((await maker.get('/portal/pay')).html, choice);
  const payment = { reference: 'PAY-1' };
  const faulty = await maker.send('/portal/pay', payment);
  t.is(faulty.status, 400);
  served.sandbox.clock.advance(16 * 60_000);
  const over = await maker.send('/portal/pay', payment);
  for (const answer of [made, faulty, over]) t.notRegex(answer.html, choice);
});

test('a language that there is not chooses nothing', async (t) => {
  const browser = portalBrowser(await serve(t, memoryStorage()));
  for (const language of ['fr', '', 'constructor', 'hi&language=en']) {
    const { status, html } = await browser.get(`/portal/login?language=${language}`);
    t.is(status, 200, language);
    t.true(html.includes('<html lang="en">'));
  }
});

test('a program that asks for a problem document has it in English', async (t) => {
  const { port } = await serve(t, memoryStorage());
  const headers = { accept: 'application/problem+json', 'accept-language': 'hi' };
  const answer = await fetch(`http://127.0.0.1:${String(port)}/portal/nowhere`, { headers });
  const { detail } = (await answer.json()) as { readonly detail: string };
  t.regex(detail, /^Check the address/);
  t.is(answer.headers.get('content-language'), null);
});
