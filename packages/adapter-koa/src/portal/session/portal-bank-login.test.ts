import type { IncomingMessage } from 'node:http';
import { memoryStorage } from '@hundi/adapter-memory';
import type { BankLogin } from '@hundi/core';
import { demoDocument } from '@hundi/testkit';
import test, { type ExecutionContext } from 'ava';
import { personWith, type PortalBody } from '../../testing/portal.js';
import { serve } from '../../testing/serve.js';

interface Step extends PortalBody {
  readonly token?: string;
  readonly onlyEnrols?: boolean;
}

/** A gateway that says in a header who is logged in, with which factors, and since when. */
const gateway: BankLogin<IncomingMessage> = async ({ headers }) => {
  const said = headers['x-bank-person'];
  return typeof said === 'string' ? (JSON.parse(said) as never) : undefined;
};

const bank = async (t: ExecutionContext, login: string, bankLogin = gateway) => {
  const document = demoDocument({ secondFactor: { login, approval: 'none' } as never });
  const served = await serve(t, memoryStorage(), { bankLogin }, { document });
  const said = (more: object) => ({
    ...served.sandbox.tenant,
    userId: 'u-checker',
    factors: [],
    authenticatedAt: served.sandbox.clock.now(),
    ...more,
  });
  const enter = (more: object) =>
    personWith(served).post<Step>('/bank-login', undefined, {
      headers: { 'x-bank-person': JSON.stringify(said(more)) },
    });
  return { served, enter };
};

test('a person who is logged in at the bank comes in without a mailed code', async (t) => {
  const { served, enter } = await bank(t, 'none');
  const { status, json } = await enter({});
  t.is(status, 200);
  t.is((await personWith(served, json.token).get('/approvals')).status, 200);
  t.is(served.sandbox.mailbox.mails('checker@acme.example').length, 0);
});

test('a request without a session of the bank, and one of nobody who may come in, is 401', async (t) => {
  const { served, enter } = await bank(t, 'none');
  t.is((await personWith(served).post('/bank-login')).status, 401);
  const hours = 3_600_000;
  const now = served.sandbox.clock.now();
  for (const more of [
    { userId: 'u-nobody' },
    { userId: 'u-erp' },
    { userId: 'u-newcomer' },
    { corporateTenantId: 'initech' },
    { bankTenantId: 'other-bank' },
    { authenticatedAt: now - 12 * hours },
    { authenticatedAt: now + hours },
  ])
    t.is((await enter(more)).status, 401, JSON.stringify(more));
  const bare = await serve(t, memoryStorage());
  const said = { headers: { 'x-bank-person': '{}' } };
  t.is((await personWith(bare).post('/bank-login', undefined, said)).status, 401);
});

test('only the factors that the bank saw count, and a kind that there is not is refused', async (t) => {
  const any = await bank(t, 'any');
  t.true((await any.enter({})).json.onlyEnrols);
  t.is((await any.enter({ factors: ['totp'] })).json.onlyEnrols, undefined);
  t.is((await any.enter({ factors: ['sms'] })).status, 400);
  const passkey = await bank(t, 'passkey');
  t.true((await passkey.enter({ factors: ['totp'] })).json.onlyEnrols);
  t.is((await passkey.enter({ factors: ['totp', 'passkey'] })).json.onlyEnrols, undefined);
});

test('a login at the bank of more than five minutes ago confirms no change of settings', async (t) => {
  const { served, enter } = await bank(t, 'none');
  const now = served.sandbox.clock.now();
  const factor = { kind: 'totp', name: 'Phone' };
  const enrol = async (authenticatedAt: number) => {
    const { json } = await enter({ authenticatedAt });
    return (await personWith(served, json.token).post('/factors', factor)).status;
  };
  t.is(await enrol(now - 300_000), 403);
  t.is(await enrol(now - 299_000), 201);
});
