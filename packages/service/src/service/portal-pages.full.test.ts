import { readFile } from 'node:fs/promises';
import { chromiumLaunch } from '@hundi/testkit/contract';
import test, { type ExecutionContext } from 'ava';
import { chromium, type Page } from 'playwright-core';
import { emptyDataDir } from '../testing/running-service.js';
import { serveHere, type ServedHere } from '../testing/serve-here.js';

const launch = await chromiumLaunch();
const story = launch === undefined ? test.serial.skip : test.serial;

const running = async (
  t: ExecutionContext,
  variables: Readonly<Record<string, string>> = {},
): Promise<ServedHere> => serveHere(t, await emptyDataDir(), variables);

const visitor = async (t: ExecutionContext): Promise<Page> => {
  if (launch === undefined) throw new Error('there is no browser');
  const browser = await chromium.launch({ ...launch, args: [...launch.args] });
  t.teardown(() => browser.close());
  return browser.newPage();
};

/** Where browsers make passkeys for a service on this machine: at a name, not at an address. */
const byName = ({ url }: ServedHere): string => url.replace('127.0.0.1', 'localhost');

const press = (page: Page, name: string): Promise<void> =>
  page.getByRole('button', { name, exact: true }).click();

/** Logs in by the code in the mailbox that a sandbox shows beside the login. */
const comeIn = async (page: Page, url: string, email: string): Promise<void> => {
  await page.goto(`${url}/portal/login?email=${email}`);
  await press(page, 'Send code');
  const mail = await page.locator('.mail pre').first().innerText();
  await page.getByRole('textbox', { name: 'Code' }).fill(mail.split(' ', 1)[0] ?? '');
  await press(page, 'Log in');
  await page.getByRole('button', { name: 'Log out' }).waitFor();
};

const FILE = [
  'transactionReference,packageCode,amountRupees,beneId,remark',
  'RENT-1,VENDOR,"20,000.00",SHARMA01,"Rent, ""March"""',
  'RENT-2,VENDOR,"20,000.00",NOBODY99,',
  '-RENT-3,VENDOR,"20,000.00",SHARMA01,=1+1',
  'TOTAL 3,,"60,000.00",,',
].join('\n');

/** Brings a file, and submits what the preview shows. Goes on to the page of its job. */
const submit = async (page: Page, buffer: Buffer): Promise<void> => {
  await page.getByRole('link', { name: 'Upload', exact: true }).click();
  await page
    .getByLabel('File', { exact: true })
    .setInputFiles({ name: 'rent.csv', mimeType: 'text/csv', buffer });
  await press(page, 'Preview');
  await page.getByRole('heading', { name: 'Preview' }).waitFor();
};

const MEND = 'These as a file to mend and bring again';

/** The content of the file behind a link. */
const downloaded = async (page: Page, name: string): Promise<string> => {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name }).click(),
  ]);
  return readFile(await download.path(), 'utf8');
};

/** Selects everything that waits, to approve it. */
const approveAll = async (page: Page): Promise<void> => {
  await page.getByRole('link', { name: 'Approvals', exact: true }).click();
  await press(page, 'Select all on this page');
  await press(page, 'Approve');
};

story(
  'a maker brings a file and mends it, a checker approves it, and both see it paid',
  async (t) => {
    const service = await running(t);
    const [maker, checker] = [await visitor(t), await visitor(t)];
    await comeIn(maker, service.url, 'maker@acme.example');
    await submit(maker, Buffer.from(FILE));
    const rejected = await downloaded(maker, MEND);
    t.regex(
      rejected,
      /^\ufeff?transactionReference,.*,fault\r\nRENT-2,VENDOR,20000\.00,,NOBODY99,/,
    );
    await press(maker, 'Submit');
    await maker.getByText('Checked: some payments were rejected').waitFor();
    const job = maker.url();
    t.true((await downloaded(maker, 'The rejected ones as a file')).includes('\nRENT-2,VENDOR,'));
    const sent = await downloaded(maker, 'Download its payments');
    t.regex(sent, /\nRENT-1,.*\nRENT-2,.*\n'-RENT-3,/s);

    await submit(maker, Buffer.from(rejected.replace('NOBODY99', 'SHARMA01')));
    t.regex(await maker.locator('main').innerText(), /Accepted\s+1 payment, ₹20,000\.00/);
    await press(maker, 'Submit');
    await maker.getByText('Checked: all payments were taken').waitFor();

    await comeIn(checker, service.url, 'checker@acme.example');
    await approveAll(checker);
    await press(checker, 'Confirm');
    await checker.getByText('You approved 3 payouts, ₹60,000.00').waitFor();
    const paid = maker.getByText('3 of 3 payments paid or ended otherwise');
    do await maker.goto(job);
    while ((await paid.count()) === 0);
    await checker.getByRole('searchbox', { name: 'Find a payout' }).fill('RENT-2');
    await checker.keyboard.press('Enter');
    await checker.getByRole('cell', { name: 'Paid' }).waitFor();

    await submit(maker, Buffer.from(sent));
    await maker.getByText('You have probably brought this file before').waitFor();
    await maker.getByRole('link', { name: 'rent' }).click();
    await maker.getByRole('heading', { name: /^Job rent/ }).waitFor();
    t.pass();
  },
);

/** A device that has its person's consent. */
const withAuthenticator = async (page: Page): Promise<void> => {
  const session = await page.context().newCDPSession(page);
  await session.send('WebAuthn.enable');
  await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
};

const addPasskey = async (page: Page): Promise<void> => {
  await page.getByRole('link', { name: 'Settings' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Laptop');
  await press(page, 'Add a passkey');
  await press(page, 'Create passkey');
  await page.getByRole('heading', { name: 'The second factor is added' }).waitFor();
};

story('where a corporate asks for a passkey, a checker approves by it on the page', async (t) => {
  const service = await running(t);
  const [maker, checker] = [await visitor(t), await visitor(t)];
  await comeIn(maker, service.url, 'maker@globex.example');
  await submit(maker, Buffer.from(FILE));
  await press(maker, 'Submit');
  await maker.getByText('Checked: some payments were rejected').waitFor();
  await withAuthenticator(checker);
  await comeIn(checker, byName(service), 'checker@globex.example');
  await addPasskey(checker);
  await approveAll(checker);
  await press(checker, 'Use passkey');
  await checker.getByText('You approved 2 payouts, ₹40,000.00').waitFor();
  t.pass();
});

story('a person makes a passkey in the settings, and removes it with itself', async (t) => {
  const service = await running(t);
  const page = await visitor(t);
  await withAuthenticator(page);
  await comeIn(page, byName(service), 'checker@acme.example');
  await addPasskey(page);
  t.is(await page.locator('.codes li').count(), 10);

  await page.getByRole('link', { name: 'Settings' }).click();
  await press(page, 'Remove Laptop');
  await press(page, 'Use passkey');
  await page.getByText('The second factor is removed.').waitFor();
  await page.getByText('You have none yet.').waitFor();
});

test.serial('with PORTAL_PAGES=0 there are none, and the API stays', async (t) => {
  const service = await running(t, { PORTAL_PAGES: '0' });
  for (const path of ['/portal', '/portal/login'])
    t.is((await fetch(service.url + path)).status, 404, path);
  t.is((await fetch(`${service.url}/portal/v1/sessions`)).status, 401);
  t.is((await fetch(`${service.url}/portal/docs`)).status, 200);
});

test.serial(
  'the mailbox stands beside the login for a browser on this machine alone',
  async (t) => {
    const service = await running(t);
    const codePage = async (headers: Readonly<Record<string, string>>): Promise<string> => {
      const login = await fetch(`${service.url}/portal/login`);
      const cookie = login.headers
        .getSetCookie()
        .map((one) => one.split(';', 1)[0])
        .join('; ');
      const [, token = ''] = /name="form_token" value="([^"]*)"/.exec(await login.text()) ?? [];
      const answer = await fetch(`${service.url}/portal/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded', cookie, ...headers },
        body: new URLSearchParams({ form_token: token, email: 'maker@acme.example' }).toString(),
      });
      return answer.text();
    };
    t.regex(await codePage({}), /is your code to log in as maker/);
    t.notRegex(await codePage({ 'x-forwarded-for': '198.51.100.1' }), /is your code to log in/);
  },
);
