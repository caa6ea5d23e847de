import assert from 'node:assert/strict';
import { memoryStorage } from '@hundi/adapter-memory';
import { FeatureOff } from '@hundi/core';
import { EVENT_TYPES, writeSecret, type FeedItem } from '@hundi/core/wire';
import { signTestWebhook } from '@hundi/core/receiver';
import { Ajv2020 } from 'ajv/dist/2020.js';
import test from 'ava';
import { aBatch, aCheckout, aPayee, aPayment, postBatch, SESSIONS } from '../testing/bodies.js';
import { description, eventFaults, portalDescription } from '../testing/description.js';
import { merchantOf } from '../testing/merchant.js';
import { serve } from '../testing/serve.js';
import { openApiDocument } from './document.js';
import type { Schema } from './model.js';
import { PARTNER_FRAME } from './partner-frame.js';

const DAY = 86_400_000;

test('the description names every type of event, and no other', (t) => {
  t.deepEqual(Object.keys(description.webhooks ?? {}), [...EVENT_TYPES]);
  t.is(portalDescription.webhooks, undefined);
});

test('every webhook is described with the headers that sign it, as they are', (t) => {
  const secrets = [1, 2].map((fill) => writeSecret(new Uint8Array(32).fill(fill)));
  const headers = signTestWebhook({ secrets, webhookId: 'evt_1', body: '{}', at: DAY });
  const { parameters } = description.components;

  for (const { post } of Object.values(description.webhooks ?? {}))
    t.deepEqual(
      post.parameters.map((one) => ('$ref' in one ? one.$ref.split('/').at(-1) : one.name)),
      Object.keys(headers),
    );
  for (const [name, value] of Object.entries(headers)) {
    t.like(parameters[name], { name, in: 'header', required: true });
    t.true(new Ajv2020().validate(parameters[name]?.schema as Schema, value), name);
  }
});

test('what the feed holds after payouts, payees, jobs and sessions is as the webhooks of their types say', async (t) => {
  const served = await serve(t, memoryStorage());
  const { sandbox, post, get } = served;
  const payee = await sandbox.beneficiary('SHARMA01');
  for (const beneId of ['GOOD1', 'BAD1']) {
    const created = await post('/v1/partner/beneficiaries', aPayee({ beneId, beneName: beneId }));
    await post(`/v1/partner/beneficiaries/${created.json.beneficiary.beneficiaryId}/authorize`, {
      actorUserId: 'u-checker',
      action: beneId === 'GOOD1' ? 'approve' : 'reject',
    });
  }
  const payments = ['ONE', 'TWO', 'ONE'].map((name) => aPayment(payee, name));
  assert.equal((await postBatch(served, aBatch(payments), 'batch')).status, 202);
  const headers = { 'idempotency-key': 'checkout' };
  await post(SESSIONS, aCheckout(payee, { metadata: { order: 7 } }), { headers });
  await merchantOf(served).create();
  await sandbox.advance(DAY);

  const { json } = await get('/v1/partner/events?limit=100');
  const events = (json.items as unknown as ReadonlyArray<FeedItem>).map(({ event }) => event);
  t.deepEqual(events.flatMap(eventFaults), []);
  const families = new Set(events.map(({ type }) => type));
  for (const type of [
    'beneficiary.pending_approval',
    'beneficiary.approved',
    'beneficiary.rejected',
    'payment.job.result_page',
    'payment.job.completed',
    'transaction.approved',
    'transaction.paid',
    'payout_checkout.session.expired',
    'checkout.session.expired',
  ] as const)
    t.true(families.has(type), type);

  const [event] = events;
  assert.ok(event);
  t.deepEqual(eventFaults({ ...event, type: 'webhook.test' }).length > 0, true);
});

test('an event of a feature that is off is not described, and none where no webhooks are sent', (t) => {
  const having = (feature: 'webhooks' | 'collection-checkout') =>
    openApiDocument([], '/', PARTNER_FRAME, {
      featuresOff: new Map([[feature, FeatureOff(feature, 'webhookSender')]]),
    });

  t.deepEqual(
    Object.keys(having('collection-checkout').webhooks ?? {}),
    EVENT_TYPES.filter((type) => !type.startsWith('checkout.')),
  );
  t.is(having('webhooks').webhooks, undefined);
});
