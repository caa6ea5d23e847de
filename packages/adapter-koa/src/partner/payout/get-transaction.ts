import { TransactionId, TransactionObject } from '@hundi/core';
import { transaction } from '../../examples/payments.js';
import { pathId } from '../../http/path-id.js';
import { route } from '../../route/route.js';

export const getTransaction = route({
  method: 'GET',
  path: '/v1/partner/payments/transactions/{transactionId}',
  scope: 'payments:read',
  about: {
    operationId: 'getTransaction',
    section: '4.8',
    tag: 'Payments',
    summary: 'Get a transaction',
    description:
      'Returns the transaction object in the same shape as transaction.* webhooks. Use it as a fallback when a webhook is missed.',
  },
  params: { transactionId: pathId(TransactionId) },
  query: {},
  headers: {},
  refusals: ['PayoutNotFound', 'PayoutArchived'],
  success: { status: 200, body: TransactionObject, example: transaction },
  run: (engine, { caller, params }) => engine.getTransaction(caller.tenant, params),
  reply: (body) => ({ body }),
});
