import { AcceptedBatch, PAYMENTS_MAX, PaymentsRequest } from '@hundi/core';
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
    summary: 'Pay one or many',
    description:
      'Creates one or more payouts, evaluated as the rows of a batch are. Amounts are objects here, and the idempotency key stands in the body. The answer comes when the payments are durably recorded; follow the job for their outcome.',
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
    engine.createPayments({
      caller,
      body,
      via: { keyId: caller.keyId },
      ...(headers.traceparent !== undefined && { traceparent: headers.traceparent }),
    }),
  reply: ({ body, replayed }) => ({ body, ...(replayed && { headers: REPLAYED }) }),
});
