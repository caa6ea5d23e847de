import { chromiumLaunch } from '@hundi/testkit/contract';
import type {
  ConfirmedFactor,
  EnrolledFactor,
  OpenedPayoutCheckout,
  PayoutCheckoutRecord,
} from '@hundi/core/wire';
import { demoDocument } from '@hundi/testkit';
import test, { type ExecutionContext } from 'ava';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { chromium, type Page } from 'playwright-core';
import { freePorts } from '../crash/free-ports.js';
import { bankOrders, json, payee, transaction } from '../testing/partner.js';
import { asPerson, comeIn, mailsTo } from '../testing/people.js';
import { emptyDataDir } from '../testing/running-service.js';
import { serveHere, type ServedHere } from '../testing/serve-here.js';

const launch = await chromiumLaunch();
const story = launch === undefined ? test.serial.skip : test.serial;

const AMOUNT = 2_500_000;

const running = async (t: ExecutionContext): Promise<ServedHere> =>
  serveHere(t, await emptyDataDir(), {});

const visitor = async (t: ExecutionContext): Promise<Page> => {
  if (launch === undefined) throw new Error('there is no browser');
  const browser = await chromium.launch({ ...launch, args: [...launch.args] });
  t.teardown(() => browser.close());
  return browser.newPage();
};

const SESSIONS = '/v1/partner/payout-checkout/sessions';

const open = async (service: ServedHere): Promise<OpenedPayoutCheckout> =>
  json(
    await service.post(
      SESSIONS,
      {
        makerUserId: 'u-maker',
        amount: { value: AMOUNT, currency: 'INR' },
        transactionReference: 'PAGE-1',
        beneficiaryId: await payee(service, 'Sharma Steel'),
      },
      { 'idempotency-key': 'page-1' },
    ),
    201,
  );

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

story('from a session that a partner opens to a payout that the bank has paid', async (t) => {
  const service = await running(t);
  const page = await visitor(t);
  const { sessionId, hostedUrl } = await open(service);
  t.true(hostedUrl.startsWith(`${service.url}/payout/${sessionId}`));

  await page.goto(hostedUrl);
  await press(page, 'Send code');
  await page.getByLabel('One-time code').waitFor();
  const [mail] = await mailsTo(service, 'maker@acme.example');
  t.regex(mail?.text ?? '', /₹25,000\.00/);
  await page.getByLabel('One-time code').fill(/\b[0-9]{6}\b/.exec(mail?.text ?? '')?.[0] ?? '');
  await press(page, 'Authorize payout');
  await page.getByRole('heading', { name: 'Payout submitted' }).waitFor();
  t.is(await page.locator('.bank').innerText(), 'Demo Bank');

  const { transaction: made } = json<PayoutCheckoutRecord>(
    await service.get(`${SESSIONS}/${sessionId}`),
  );
  t.is(made?.status, 'pending_approval');
  const transactionId = made?.transactionId ?? '';
  const checker = await comeIn(service, 'checker@acme.example');
  await asPerson(service, checker, '/approvals', {
    action: 'approve',
    transactionIds: [transactionId],
  });
  await service.post('/sandbox/v1/settle');

  t.like(await transaction(service, transactionId), { status: 'paid', source: 'payout_checkout' });
  const orders = await bankOrders(service);
  t.deepEqual(
    orders.map((order) => [order.transactionId, order.amount]),
    [[transactionId, AMOUNT]],
  );
});

story('a session that the clock has left behind is shown as expired', async (t) => {
  const service = await running(t);
  const page = await visitor(t);
  const { hostedUrl } = await open(service);
  await page.goto(hostedUrl);
  await page.getByRole('heading', { name: 'Authorize this payout' }).waitFor();
  await service.post('/sandbox/v1/clock/advance', { seconds: 15 * 60 });

  await press(page, 'Send code');
  await page.getByRole('heading', { name: 'This session has expired' }).waitFor();
  t.deepEqual(await bankOrders(service), []);
});

/** Enrols the passkey of the maker's device: in the page, as the portal's own would. */
const enrolPasskey = async (service: ServedHere, page: Page): Promise<void> => {
  const maker = await comeIn(service, 'maker@acme.example');
  const enrolling = await asPerson(service, maker, '/factors', { kind: 'passkey', name: 'Laptop' });
  const { factorId, options } = json<EnrolledFactor>(enrolling, 201);
  const response = await page.evaluate(`(async () => {
    const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(${JSON.stringify(options)});
    return (await navigator.credentials.create({ publicKey })).toJSON();
  })()`);
  const path = `/factors/${factorId}/confirm`;
  const { state } = json<ConfirmedFactor>(await asPerson(service, maker, path, { response }));
  if (state !== 'active') throw new Error(`the passkey is ${state}`);
};

story(
  'a passkey signs a payout of a corporate that asks for one, after the mailed code',
  async (t) => {
    const [port = ''] = (await freePorts(1)).map(String);
    const document = demoDocument({
      secondFactor: { login: 'none', approval: 'none', hosted: 'passkey' },
    });
    const dataDir = await emptyDataDir();
    const PROVISION_FILE = join(dataDir, 'tenants.json');
    await writeFile(PROVISION_FILE, JSON.stringify(document));
    const PUBLIC_URL = `http://localhost:${port}`;
    const service = await serveHere(t, dataDir, { PORT: port, PUBLIC_URL, PROVISION_FILE });
    const page = await visitor(t);
    const device = await page.context().newCDPSession(page);
    await device.send('WebAuthn.enable');
    await device.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
      },
    });
    const { sessionId, hostedUrl } = await open(service);
    await page.goto(hostedUrl);
    await page.getByRole('heading', { name: 'Authorize this payout' }).waitFor();
    await enrolPasskey(service, page);

    await press(page, 'Send code');
    await page.getByLabel('One-time code').waitFor();
    const [mail] = await mailsTo(service, 'maker@acme.example');
    await page.getByLabel('One-time code').fill(/\b[0-9]{6}\b/.exec(mail?.text ?? '')?.[0] ?? '');
    await press(page, 'Authorize payout');
    await press(page, 'Use a passkey');
    await page.getByRole('heading', { name: 'Payout submitted' }).waitFor();
    const { transaction: made } = json<PayoutCheckoutRecord>(
      await service.get(`${SESSIONS}/${sessionId}`),
    );
    t.is(made?.status, 'pending_approval');
  },
);
