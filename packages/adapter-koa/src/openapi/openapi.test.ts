import { memoryStorage } from '@hundi/adapter-memory';
import { Validator } from '@seriousme/openapi-schema-validator';
import test from 'ava';
import { checkoutRoutes } from '../checkout/session-routes.js';
import { BENEFICIARY_ID } from '../examples/beneficiaries.js';
import { openApiDocument } from './document.js';
import type { OpenApi } from './model.js';
import { portalRoutes } from '../portal/portal-routes.js';
import { partnerRoutes } from '../partner/partner-routes.js';
import { aBatch, aPayee, aPayment, postBatch } from '../testing/bodies.js';
import { description, exampleFaults, portalDescription } from '../testing/description.js';
import { merchantOf } from '../testing/merchant.js';
import { serve } from '../testing/serve.js';

const operationsOf = ({ paths }: OpenApi) =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );
const operations = operationsOf(description);

for (const [document, routes] of [
  [description, [...partnerRoutes, ...checkoutRoutes]],
  [portalDescription, portalRoutes],
] as const) {
  test(`${document.info.title}: an independent validator accepts the document as OpenAPI 3.1`, async (t) => {
    const validator = new Validator();
    t.like(await validator.validate(document as unknown as Record<string, unknown>), {
      valid: true,
    });
    t.is(validator.version, '3.1');
    t.is(document.info.version, '1.0.0');
  });

  test(`${document.info.title}: every route of the table is in the document, and no other`, (t) => {
    const described = operationsOf(document).map(
      ({ path, method }) => `${method.toUpperCase()} ${path}`,
    );
    t.deepEqual(described.sort(), routes.map(({ method, path }) => `${method} ${path}`).sort());
  });
}

test('nothing of the portal is in the document for partners', (t) => {
  t.notRegex(JSON.stringify(description), /portal|session's token|payment-links/i);
});

const ENDPOINTS = {
  '4.1': 'get /v1/partner/beneficiaries',
  '4.2': 'post /v1/partner/beneficiaries',
  '4.3': 'post /v1/partner/beneficiaries/{beneficiaryId}/authorize',
  '4.4': 'get /v1/partner/packages',
  '4.5': 'post /v1/partner/payments/batches',
  '4.6': 'post /v1/partner/payments',
  '4.7': 'get /v1/partner/payments/jobs/{jobId}',
  '4.8': 'get /v1/partner/payments/transactions/{transactionId}',
  '4.9': 'get /v1/partner/reports/transactions',
  '4.10': 'post /v1/partner/payout-checkout/sessions',
  '4.11': 'get /v1/partner/payout-checkout/sessions/{sessionId}',
  '4.13': 'post /v1/checkout/sessions',
};

for (const [section, endpoint] of Object.entries(ENDPOINTS)) {
  test(`§${section} is in the document: ${endpoint}`, (t) => {
    const [method = '', path = ''] = endpoint.split(' ');
    const operation = description.paths[path]?.[method];
    t.true(operation?.description.endsWith(`Section ${section} of the interface.`));
  });
}

test('every operation has an id of its own', (t) => {
  const ids = operations.map(({ operation }) => operation.operationId);
  t.is(new Set(ids).size, ids.length);
});

test('paths are seen from the server that the host names', (t) => {
  const { servers } = openApiDocument(partnerRoutes, 'https://api.bank.example');
  t.deepEqual([...servers], [{ url: 'https://api.bank.example' }]);
});

for (const { path, method, operation } of [...operations, ...operationsOf(portalDescription)]) {
  test(`every example of ${method} ${path} is as its schema says`, (t) => {
    const place = ['paths', path, method];
    for (const [type, media] of Object.entries(operation.requestBody?.content ?? {})) {
      t.truthy(media.example);
      t.deepEqual(exampleFaults(media, ...place, 'requestBody', 'content', type), []);
    }
    for (const [status, { content }] of Object.entries(operation.responses)) {
      for (const [type, media] of Object.entries(content)) {
        t.truthy(media.example ?? media.examples);
        t.deepEqual(exampleFaults(media, ...place, 'responses', status, 'content', type), []);
      }
    }
  });
}

for (const { path, method, operation } of operations) {
  const example = operation.requestBody?.content['application/json']?.example;
  if (example === undefined) continue;
  test(`the example request of ${operation.operationId} does what it says`, async (t) => {
    const served = await serve(t, memoryStorage());
    const { post, send, sandbox } = served;
    const payee = await sandbox.beneficiary('SHARMA01');
    const waiting = (await post('/v1/partner/beneficiaries', aPayee())).json.beneficiary;
    const body = JSON.stringify(example).replaceAll(BENEFICIARY_ID, payee);
    const order = async (name: string) =>
      (await postBatch(served, aBatch([aPayment(payee, name, { amount: 2_000_000 })]), name)).json;
    const taken = await order('TAKEN');
    await sandbox.runDue();
    const { jobId } = await order('QUEUED');

    const { status, text } = await send(
      method.toUpperCase(),
      path
        .replace('{beneficiaryId}/authorize', `${waiting.beneficiaryId}/authorize`)
        .replace('{beneficiaryId}', payee)
        .replace('{transactionId}', taken.transactions[0]?.transactionId ?? '')
        .replace('{jobId}', jobId),
      {
        body,
        headers: {
          'idempotency-key': 'example',
          authorization: `Bearer ${merchantOf(served).key}`,
        },
      },
    );

    t.truthy(operation.responses[String(status)], text);
    t.true(status < 300, text);
  });
}
