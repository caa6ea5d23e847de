import { BatchRequest } from '@hundi/core';
import * as t from 'io-ts';
import { IdempotencyKeyHeader } from '../http/idempotency-key.js';
import { TraceparentHeader } from '../http/traceparent.js';
import { route } from '../route.js';

/** §4.5 */
export const acceptBatch = route({
  method: 'POST',
  path: '/v1/partner/payments/batches',
  scope: 'payments:write',
  params: {},
  query: {},
  headers: { 'idempotency-key': IdempotencyKeyHeader, traceparent: TraceparentHeader },
  // The core decodes a batch itself, row by row, so that 20,000 rows hold nobody up.
  body: { shape: BatchRequest, decoder: t.unknown, size: 'batch' },
  run: (engine, { caller, headers, body }) =>
    engine.acceptBatch({
      tenant: caller.tenant,
      key: headers['idempotency-key'],
      body,
      ...(headers.traceparent !== undefined && { traceparent: headers.traceparent }),
    }),
  reply: ({ body, replayed }) => ({
    status: 202,
    body,
    ...(replayed && { headers: { 'Idempotent-Replayed': 'true' } }),
  }),
});
