import { AcceptedBatch, BatchRequest, PAYMENTS_MAX } from '@hundi/core';
import * as t from 'io-ts';
import { acceptedBatch, batch } from '../../examples/payments.js';
import { IdempotencyKeyHeader, replayHeader, REPLAYED } from '../../http/idempotency-key.js';
import { TraceparentHeader } from '../../http/traceparent.js';
import { route } from '../../route/route.js';

export const acceptBatch = route({
  method: 'POST',
  path: '/v1/partner/payments/batches',
  scope: 'payments:write',
  about: {
    operationId: 'acceptBatch',
    section: '4.5',
    tag: 'Payments',
    summary: 'Submit a batch of payments',
    description:
      'Creates one or more payouts asynchronously. The service responds as soon as it has recorded the batch durably; it validates and routes the payments afterwards. A created payout is neither approved nor settled. Each row is validated independently. The same key with the same payload replays the original response.',
  },
  params: {},
  query: {},
  headers: { 'idempotency-key': IdempotencyKeyHeader, traceparent: TraceparentHeader },
  // The core decodes a batch itself, row by row, so that 20,000 rows hold up no other request.
  body: {
    shape: BatchRequest,
    decoder: t.unknown,
    size: 'batch',
    rows: { member: 'payments', max: PAYMENTS_MAX },
    example: batch,
  },
  refusals: ['InvalidInput', 'NotAMaker', 'IdempotencyKeyReused'],
  success: { status: 202, body: AcceptedBatch, headers: replayHeader, example: acceptedBatch },
  run: (engine, { caller, headers, body }) =>
    engine.acceptBatchAsJson(caller.tenant, {
      key: headers['idempotency-key'],
      batch: body,
      via: { keyId: caller.keyId },
      ...(headers.traceparent !== undefined && { traceparent: headers.traceparent }),
    }),
  reply: ({ answer, replayed }) => ({ body: answer, ...(replayed && { headers: REPLAYED }) }),
});
