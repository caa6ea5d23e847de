import { TransactionId } from '@hundi/core';
import { pathId } from '../http/path-id.js';
import { route } from '../route.js';

/** §4.8 */
export const getTransaction = route({
  method: 'GET',
  path: '/v1/partner/payments/transactions/{transactionId}',
  scope: 'payments:read',
  params: { transactionId: pathId(TransactionId) },
  query: {},
  headers: {},
  run: (engine, { caller, params }) => engine.getPayout(caller.tenant, params.transactionId),
  reply: (body) => ({ status: 200, body }),
});
