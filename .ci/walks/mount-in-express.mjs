// A team mounts the adapter in its Express app: a batch is paid beside a route and a parser of its own.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createServer } from 'node:http';
import { memoryStorage } from '@hundi/adapter-memory';
import { hardenServer, hundi, hundiListener, serverOptions } from '@hundi/adapter-koa';
import { createSandbox } from '@hundi/testkit';
import express from 'express';

assert.equal(existsSync('node_modules/knex'), false);
const { engine, credentials, beneficiary, runDue } = await createSandbox({
  storage: memoryStorage(),
});

const errors = [];
const app = express();
app.use(hundiListener([hundi(engine, { onError: (error) => errors.push(error) })]));
app.use(express.json());
app.post('/echo', (request, response) => response.json(request.body));
const server = hardenServer(createServer(serverOptions, app)).listen(0, '127.0.0.1');
await once(server, 'listening');

const call = (path, { key = credentials.corporates.acme.apiKeys.erp, body } = {}) =>
  fetch(`http://127.0.0.1:${server.address().port}${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      'x-api-key': key,
      'idempotency-key': 'walk-1',
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });

const payment = { transactionReference: 'INV-1', packageCode: 'VENDOR', amount: 250_000 };
const accepted = await call('/v1/partner/payments/batches', {
  body: {
    initiatedByUserId: 'u-maker',
    apiRefNumber: 'WALK-1',
    payments: [{ ...payment, beneficiaryId: await beneficiary('SHARMA01') }],
  },
});
assert.equal(accepted.status, 202, await accepted.clone().text());
await runDue();
const { jobId } = await accepted.json();
const job = await (await call(`/v1/partner/payments/jobs/${jobId}`)).json();
assert.equal(job.counts.paid, 1);

assert.equal((await call('/v1/partner/packages', { key: 'pak_wrong' })).status, 401);
const ours = await call('/v1/partner/nowhere');
assert.equal(ours.status, 404);
assert.equal(ours.headers.get('content-type'), 'application/problem+json');
assert.deepEqual(await (await call('/echo', { body: { a: 1 } })).json(), { a: 1 });
const theirs = await call('/nowhere');
assert.equal(theirs.status, 404);
assert.match(await theirs.text(), /Cannot GET \/nowhere/);
assert.deepEqual(errors, []);
server.close();
