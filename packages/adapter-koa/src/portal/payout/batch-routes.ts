import { AcceptedBatch, BatchPreview, PAYMENTS_MAX, PersonBatchRequest } from '@hundi/core/wire';
import * as t from 'io-ts';
import { acceptedBatch, batchPreview, personBatch } from '../../examples/payments.js';
import { IdempotencyKeyHeader, replayHeader, REPLAYED } from '../../http/idempotency-key.js';
import { PreviewTokenHeader } from '../../http/preview-token.js';
import { TraceparentHeader } from '../../http/traceparent.js';
import { portalRoute } from '../../route/route.js';

// The core decodes a batch itself, row by row, so that 20,000 rows hold up no other request.
const personsBatch = {
  shape: PersonBatchRequest,
  decoder: t.unknown,
  size: 'batch',
  rows: { member: 'payments', max: PAYMENTS_MAX },
  example: personBatch,
} as const;

export const previewBatch = portalRoute({
  method: 'POST',
  path: '/portal/v1/payments/batches/previews',
  about: {
    operationId: 'previewBatch',
    tag: 'Payments',
    summary: 'Preview a batch of payments',
    description:
      'Says of each row what the service would decide on it now if you posted it, with its fees, levels of approval and day of release, and stores nothing. Post the same batch with the header Preview-Token within ten minutes: it gets these verdicts, or 409 with those that have changed since.',
  },
  params: {},
  query: {},
  headers: {},
  body: personsBatch,
  refusals: ['InvalidInput', 'NotAMaker'],
  success: { status: 200, body: BatchPreview, example: batchPreview },
  run: (engine, { caller, body }) =>
    engine.previewBatchAsJson(caller.tenant, { batch: body, actorUserId: caller.userId }),
  reply: (body) => ({ body }),
});

export const acceptBatch = portalRoute({
  method: 'POST',
  path: '/portal/v1/payments/batches',
  about: {
    operationId: 'acceptBatch',
    tag: 'Payments',
    summary: 'Submit a batch of payments',
    description:
      'Creates one or more payouts asynchronously, with you as their maker. The service responds as soon as it has recorded the batch durably; it validates and routes the payments afterwards, each independently. A key is yours alone: with the same payload it replays the original response. With the header Preview-Token the batch gets the verdicts of its preview, or 409 with those that have changed since. If the payments come from a file, send source file_upload.',
  },
  params: {},
  query: {},
  headers: {
    'idempotency-key': IdempotencyKeyHeader,
    'preview-token': PreviewTokenHeader,
    traceparent: TraceparentHeader,
  },
  body: personsBatch,
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
      actorUserId: caller.userId,
      ...(headers.traceparent !== undefined && { traceparent: headers.traceparent }),
    };
    const previewToken = headers['preview-token'];
    return previewToken === undefined
      ? engine.acceptBatchAsJson(caller.tenant, input)
      : engine.acceptPreviewedBatchAsJson(caller.tenant, { previewToken, ...input });
  },
  reply: ({ answer, replayed }) => ({ body: answer, ...(replayed && { headers: REPLAYED }) }),
});
