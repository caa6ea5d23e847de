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
    summary: 'Pay a batch',
    description:
      'Creates one or more payouts asynchronously. The answer comes when the batch is durably recorded; validation and routing finish later, and tell nothing of approval or settlement. Every row is evaluated independently. The same key and the same payload replay the original answer.',
  },
  params: {},
  query: {},
  headers: { 'idempotency-key': IdempotencyKeyHeader, traceparent: TraceparentHeader },
  // The core decodes a batch itself, row by row, so that 20,000 rows hold nobody up.
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
    engine.acceptBatch({
      tenant: caller.tenant,
      key: headers['idempotency-key'],
      body,
      via: { keyId: caller.keyId },
      ...(headers.traceparent !== undefined && { traceparent: headers.traceparent }),
    }),
  reply: ({ body, replayed }) => ({ body, ...(replayed && { headers: REPLAYED }) }),
});
