import { BatchRequest } from '@hundi/core';
import { AcceptedBatch, PAYMENTS_MAX } from '@hundi/core/wire';
import * as t from 'io-ts';
import { acceptedBatch, batch } from '../../examples/payments.js';
import { IdempotencyKeyHeader, replayHeader, REPLAYED } from '../../http/idempotency-key.js';
import { TraceparentHeader } from '../../http/traceparent.js';
import { PreviewTokenHeader } from '../../http/preview-token.js';
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
      'Creates one or more payouts asynchronously. The service responds as soon as it has recorded the batch durably; it validates and routes the payments afterwards. A created payout is neither approved nor settled. Each row is validated independently. The same key with the same payload replays the original response. With the header Preview-Token the batch gets the verdicts of its preview, or 409 with those that have changed since; what changes after this response is validated as in any batch.',
  },
  params: {},
  query: {},
  headers: {
    'idempotency-key': IdempotencyKeyHeader,
    'preview-token': PreviewTokenHeader,
    traceparent: TraceparentHeader,
  },
  // The core decodes a batch itself, row by row, so that 20,000 rows hold up no other request.
  body: {
    shape: BatchRequest,
    decoder: t.unknown,
    size: 'batch',
    rows: { member: 'payments', max: PAYMENTS_MAX },
    example: batch,
  },
  refusals: [
    'InvalidInput',
    'NotAMaker',
    'IdempotencyKeyReused',
    'PreviewNotFound',
    'PreviewUnusable',
    'VerdictsChanged',
  ],
  success: { status: 202, body: AcceptedBatch, headers: replayHeader, example: acceptedBatch },
  run: (engine, { caller, headers, body }) => {
    const input = {
      key: headers['idempotency-key'],
      batch: body,
      via: { keyId: caller.keyId },
      ...(headers.traceparent !== undefined && { traceparent: headers.traceparent }),
    };
    const previewToken = headers['preview-token'];
    return previewToken === undefined
      ? engine.acceptBatchAsJson(caller.tenant, input)
      : engine.acceptPreviewedBatchAsJson(caller.tenant, { previewToken, ...input });
  },
  reply: ({ answer, replayed }) => ({ body: answer, ...(replayed && { headers: REPLAYED }) }),
});
