import { AcceptedBatch, PAYMENTS_MAX, PaymentsRequest } from '@hundi/core/wire';
import * as t from 'io-ts';
import { acceptedBatch, payments } from '../../examples/payments.js';
import { replayHeader, REPLAYED } from '../../http/idempotency-key.js';
import { TraceparentHeader } from '../../http/traceparent.js';
import { route } from '../../route/route.js';

export const createPayments = route({
  method: 'POST',
  path: '/v1/partner/payments',
  scope: 'payments:write',
  about: {
    operationId: 'createPayments',
    section: '4.6',
    tag: 'Payments',
    summary: 'Create payments',
    description:
      'Creates one or more payouts and validates them like the rows of a batch. Here amounts are objects, and the idempotency key is a member of the body. The service responds as soon as it has recorded the payments durably; query the job for their outcome.',
  },
  params: {},
  query: {},
  headers: { traceparent: TraceparentHeader },
  // Up to 20,000 rows, like a batch: the core decodes them itself.
  body: {
    shape: PaymentsRequest,
    decoder: t.unknown,
    size: 'batch',
    rows: { member: 'payments', max: PAYMENTS_MAX },
    example: payments,
  },
  refusals: ['InvalidInput', 'NotAMaker', 'IdempotencyKeyReused'],
  success: { status: 201, body: AcceptedBatch, headers: replayHeader, example: acceptedBatch },
  run: (engine, { caller, headers, body }) =>
    engine.createPaymentsAsJson(caller.tenant, {
      request: body,
      ...(caller.actsAsUserId !== undefined && { actsAsUserId: caller.actsAsUserId }),
      via: { keyId: caller.keyId },
      ...(headers.traceparent !== undefined && { traceparent: headers.traceparent }),
    }),
  reply: ({ answer, replayed }) => ({ body: answer, ...(replayed && { headers: REPLAYED }) }),
});
