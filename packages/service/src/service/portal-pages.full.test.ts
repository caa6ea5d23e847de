import { chromiumLaunch } from '@hundi/testkit/contract';
import test, { type ExecutionContext } from 'ava';
import { chromium, type Page } from 'playwright-core';
import { emptyDataDir, runService, type RunningService } from '../testing/running-service.js';

const launch = await chromiumLaunch();
const story = launch === undefined ? test.serial.skip : test.serial;

const running = async (
  t: ExecutionContext,
  variables: Readonly<Record<string, string>> = {},
): Promise<RunningService> => {
  const service = await runService(await emptyDataDir(), variables);
  t.teardown(() => service.end('SIGKILL'));
  return service;
};

const visitor = async (t: ExecutionContext): Promise<Page> => {
  if (launch === undefined) throw new Error('there is no browser');
  const browser = await chromium.launch({ ...launch, args: [...launch.args] });
  t.teardown(() => browser.close());
  return browser.newPage();
};

/** Where browsers make passkeys for a service on this machine: at a name, not at an address. */
const byName = ({ url }: RunningService): string => url.replace('127.0.0.1', 'localhost');

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

story('a person makes a passkey in the settings, and removes it with itself', async (t) => {
  const service = await running(t);
  const page = await visitor(t);
  await withAuthenticator(page);
  await comeIn(page, byName(service), 'checker@acme.example');
  await page.getByRole('link', { name: 'Settings' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Laptop');
  await press(page, 'Add a passkey');
  await press(page, 'Create passkey');
  await page.getByRole('heading', { name: 'The second factor is added' }).waitFor();
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
