import { BatchRequest } from '@hundi/core';
import { BatchPreview, PAYMENTS_MAX } from '@hundi/core/wire';
import * as t from 'io-ts';
import { batch, batchPreview } from '../../examples/payments.js';
import { route } from '../../route/route.js';

export const previewBatch = route({
  method: 'POST',
  path: '/v1/partner/payments/batches/previews',
  scope: 'payments:write',
  about: {
    operationId: 'previewBatch',
    tag: 'Payments',
    summary: 'Preview a batch of payments',
    description:
      'Says of each row what the service would decide on it now, with its fees, levels of approval and day of release, and stores nothing. Post the same batch with the header Preview-Token within ten minutes: it gets these verdicts, or 409 with those that have changed since.',
  },
  params: {},
  query: {},
  headers: {},
  // Up to 20,000 rows, like a batch: the core decodes them itself.
  body: {
    shape: BatchRequest,
    decoder: t.unknown,
    size: 'batch',
    rows: { member: 'payments', max: PAYMENTS_MAX },
    example: batch,
  },
  refusals: ['InvalidInput', 'NotAMaker'],
  success: { status: 200, body: BatchPreview, example: batchPreview },
  run: (engine, { caller, body }) =>
    engine.previewBatchAsJson(caller.tenant, { batch: body, via: { keyId: caller.keyId } }),
  reply: (body) => ({ body }),
});
