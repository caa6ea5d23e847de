import { E } from '@hundi/core';
import type { PayoutCheckoutId, PayoutCheckoutRecord } from '@hundi/core/wire';
import type { ExecutionContext } from 'ava';
import type { Page } from 'playwright-core';
import { onLoopback } from './on-loopback.js';
import type { Served } from './serve.js';

/** A session that was opened for a maker. */
export interface Checkout {
  readonly sessionId: PayoutCheckoutId;
  /** The link that the maker is sent to, at the server of the test. */
  readonly link: string;
  /** Where the page is once the link was followed. */
  readonly address: string;
  readonly reference: string;
}

let opened = 0;

const rightOf = <A>(result: E.Either<unknown, A>): A => {
  if (E.isLeft(result)) throw new Error(JSON.stringify(result.left));
  return result.right;
};

/** Opens a session for acme's maker over ₹12,34,567.50 to Sharma, by default. */
export const openCheckout = async (
  { sandbox, port }: Served,
  fields: Readonly<Record<string, unknown>> = {},
): Promise<Checkout> => {
  const { engine, tenant } = sandbox;
  opened += 1;
  const reference = `PAGE-${String(opened)}`;
  const opening = await engine.openPayoutCheckout(tenant, {
    key: reference,
    makerUserId: 'u-maker',
    amount: { value: 123_456_750, currency: 'INR' },
    transactionReference: reference,
    beneficiaryId: await sandbox.beneficiary('SHARMA01'),
    ...fields,
  });
  const { sessionId, hostedUrl } = rightOf(opening).checkout;
  const { pathname, search } = new URL(hostedUrl);
  const origin = `http://127.0.0.1:${String(port)}`;
  return {
    sessionId,
    link: `${origin}${pathname}${search}`,
    address: `${origin}${pathname}`,
    reference,
  };
};

/** A session as partners see it. */
export const statusOfCheckout = async (
  { sandbox: { engine, tenant } }: Served,
  { sessionId }: Checkout,
): Promise<PayoutCheckoutRecord> => rightOf(await engine.getPayoutCheckout(tenant, { sessionId }));

const MAKER = 'maker@acme.example';

/** The code in the newest mail to the maker. @throws when there is none. */
export const mailedCode = ({ sandbox }: Served, to = MAKER): string => {
  const [mail] = sandbox.mailbox.mails(to);
  const code = /\b[0-9]{6}\b/.exec(mail?.text ?? '')?.[0];
  if (code === undefined) throw new Error(`no code was mailed to ${to}`);
  return code;
};

/** A code that is not the one that was mailed. */
export const otherThan = (code: string): string => (code === '111111' ? '222222' : '111111');

/** Follows the link and asks for a code. */
export const askForCode = async (page: Page, { link }: Checkout): Promise<void> => {
  await page.goto(link);
  await press(page, 'Send code');
  await page.getByLabel('One-time code').waitFor();
};

export const press = (page: Page, name: string): Promise<void> =>
  page.getByRole('button', { name, exact: true }).click();

/** Waits until the page has this heading. */
export const reads = (page: Page, name: string): Promise<void> =>
  page.getByRole('heading', { level: 1, name, exact: true }).waitFor();

/** Enters a code and presses the button. */
export const authorizeWith = async (page: Page, code: string): Promise<void> => {
  await page.getByLabel('One-time code').fill(code);
  await press(page, 'Authorize payout');
};

/** The system that sent the maker to the page. */
export interface PartnerSite {
  readonly url: string;
}

/** Serves a page that a maker can be sent back to. */
export const partnerSite = async (t: ExecutionContext): Promise<PartnerSite> => {
  const origin = await onLoopback(t, (_, response) => {
    response.setHeader('content-type', 'text/html');
    response.end('<!doctype html><title>ERP</title><h1>Back in the ERP</h1>');
  });
  return { url: `${origin}/back?order=7` };
};
