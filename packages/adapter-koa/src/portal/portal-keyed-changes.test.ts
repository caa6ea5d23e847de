import { memoryStorage } from '@hundi/adapter-memory';
import type { JournalRecord, PaymentLinkView, WebhookEndpointView } from '@hundi/core/wire';
import test, { type ExecutionContext } from 'ava';
import { policyDraft } from '../examples/approval-policy.js';
import { checkoutSettings, newPaymentLink } from '../examples/checkout.js';
import { comeIn, type Person, type PortalBody } from '../testing/portal.js';
import { serve, type Served } from '../testing/serve.js';
import { portalRoutes } from './portal-routes.js';

test('every change takes an idempotency key, but for logins, challenges and what concerns only the own session', (t) => {
  t.deepEqual(
    portalRoutes
      .filter(({ method, headers }) => method !== 'GET' && !('idempotency-key' in headers))
      .map(({ about }) => about.operationId)
      .sort(),
    [
      'askApprovalFactor',
      'askOwnFactor',
      'confirmFactor',
      'confirmLogin',
      'confirmSession',
      'endOwnSession',
      'giveLoginFactor',
      'giveOwnFactor',
      'logout',
      'openBankSession',
      // They change nothing.
      'previewApprovalPolicy',
      'previewBatch',
      'removeFactor',
      'requestConfirmation',
      'requestLogin',
    ],
  );
});

/** A change, and another one by the same route. */
interface Change {
  readonly method: string;
  readonly path: string;
  readonly body?: object;
  readonly other?: object;
}

const link = async (admin: Person, served: Served): Promise<string> => {
  const { json } = await admin.post<PaymentLinkView>('/payment-links', newPaymentLink);
  served.sandbox.clock.advance(60_000);
  return `/payment-links/${json.linkId}`;
};

const endpoint = async (admin: Person): Promise<string> => {
  const { json } = await admin.post<WebhookEndpointView>('/webhook-endpoints', {
    url: 'https://hooks.acme.example/hundi',
    eventTypes: ['*'],
  });
  return `/webhook-endpoints/${json.endpointId}`;
};

const CHANGES: Readonly<Record<string, (admin: Person, served: Served) => Promise<Change>>> = {
  'checkout settings': async () => ({
    method: 'PUT',
    path: '/checkout-settings',
    body: checkoutSettings,
    other: { ...checkoutSettings, statementDescriptor: 'OTHER' },
  }),
  'a proposed approval policy': async () => ({
    method: 'PUT',
    path: '/approval-policy',
    body: policyDraft,
    other: { approvalMatrix: policyDraft.approvalMatrix.slice(1) },
  }),
  'a changed endpoint': async (admin) => ({
    method: 'PATCH',
    path: await endpoint(admin),
    body: { description: 'Ledger' },
    other: { description: 'Other' },
  }),
  'a deleted endpoint': async (admin) => ({ method: 'DELETE', path: await endpoint(admin) }),
  'a link that is mailed again': async (admin, served) => ({
    method: 'POST',
    path: `${await link(admin, served)}/resend`,
  }),
  'a cancelled link': async (admin, served) => ({
    method: 'POST',
    path: `${await link(admin, served)}/cancel`,
  }),
};

const open = async (t: ExecutionContext, prepare: (typeof CHANGES)[string]) => {
  const served = await serve(t, memoryStorage());
  const admin = await comeIn(served, 'admin@acme.example');
  const { method, path, body, other } = await prepare(admin, served);
  const send = (sent: object | undefined) =>
    served.send(method, `/portal/v1${path}`, {
      key: null,
      ...(sent !== undefined && { body: sent }),
      headers: { authorization: `Bearer ${admin.token}`, 'idempotency-key': 'once' },
    });
  const happened = async () => ({
    mails: served.sandbox.mailbox.mails().length,
    entries: (
      await admin.get<PortalBody & { readonly items: ReadonlyArray<JournalRecord> }>(
        '/journal?limit=100',
      )
    ).json.items.length,
  });
  return { send: () => send(body), sendOther: () => send(other), other, happened };
};

for (const [what, prepare] of Object.entries(CHANGES))
  test(`${what}: the same request under a key gets the same answer, and nothing happens twice`, async (t) => {
    const { send, sendOther, other, happened } = await open(t, prepare);
    const first = await send();
    const after = await happened();
    const again = await send();

    t.true(first.status < 300, first.text);
    t.deepEqual([again.status, again.text], [first.status, first.text]);
    t.is(first.headers.get('idempotent-replayed'), null);
    t.is(again.headers.get('idempotent-replayed'), 'true');
    t.deepEqual(await happened(), after);
    if (other !== undefined) t.is((await sendOther()).status, 409);
  });
