import type { OpenedPayoutCheckout, PayoutCheckoutRecord } from '@hundi/core/wire';
import { json, payee } from './partner.js';
import { mailsTo } from './people.js';
import type { Served, Variables } from './running-service.js';

const SESSIONS = '/v1/partner/payout-checkout/sessions';

const USUAL = { packageCode: 'VENDOR', debitAccountId: 'da-main', paymentMethodCode: 'NEFT' };

/** Below what needs an approval. */
const AMOUNT = 250_000;

/** Opens a session for a payout to a demo payee; again, the same one. */
export const openCheckout = async (service: Served, name: string): Promise<OpenedPayoutCheckout> =>
  json(
    await service.post(
      SESSIONS,
      {
        makerUserId: 'u-maker',
        amount: { value: AMOUNT, currency: 'INR' },
        transactionReference: 'CHECKOUT-1',
        beneficiaryId: await payee(service, name),
      },
      { 'idempotency-key': 'checkout-1' },
    ),
    201,
  );

/** Sends a form as the page's own forms are sent. */
const submit = (url: string, fields: Variables, cookie = ''): Promise<Response> =>
  fetch(url, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'sec-fetch-site': 'same-origin', cookie },
    body: new URLSearchParams(fields),
  });

/** Takes a session through its page as its maker would, without a browser. Returns its outcome. */
export const authorize = async (
  service: Served,
  { sessionId, token }: OpenedPayoutCheckout,
): Promise<PayoutCheckoutRecord> => {
  const address = `${service.url}/payout/${sessionId}`;
  const entered = await submit(`${address}/enter`, { token });
  const [cookie = ''] = (entered.headers.get('set-cookie') ?? '').split(';');
  const page = await (await fetch(address, { headers: { cookie } })).text();
  const form_token = /name="form_token" value="([0-9a-f]+)"/.exec(page)?.[1] ?? '';
  await submit(`${address}/code`, { ...USUAL, form_token }, cookie);
  const [mail] = await mailsTo(service, 'maker@acme.example');
  const code = /\b[0-9]{6}\b/.exec(mail?.text ?? '')?.[0] ?? '';
  await submit(`${address}/authorize`, { ...USUAL, form_token, code }, cookie);
  return json(await service.get(`${SESSIONS}/${sessionId}`));
};
