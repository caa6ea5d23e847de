import { E } from '@hundi/core';
import { ReportQuery, reportRequest, ReportTransaction } from '@hundi/core/wire';
import { transactionPage } from '../../examples/reports.js';
import { cursorAnswer, cursorPageOf } from '../../http/list-answer.js';
import { cursorQuery } from '../../http/page-query.js';
import { route } from '../../route/route.js';

export const listTransactions = route({
  method: 'GET',
  path: '/v1/partner/reports/transactions',
  scope: 'reports:read',
  about: {
    operationId: 'listTransactions',
    section: '4.9',
    tag: 'Reports',
    summary: 'List or fetch transactions',
    description:
      'Lists the transactions that the role of the initiating user can see, newest first, with item-level detail. A transaction must match every filter. A debit account that the role does not permit is rejected. If few transactions match, a page can hold fewer items than its limit, or none, while hasMore is true: continue with nextCursor. A key can run two reports at once; a third gets 429.',
  },
  params: {},
  query: { ...ReportQuery, ...cursorQuery(50, 100) },
  headers: {},
  atOnce: 2,
  refusals: ['InvalidInput', 'InvalidCursor', 'NotAReportReader', 'DebitAccountDenied'],
  success: {
    status: 200,
    body: cursorAnswer('TransactionPage', ReportTransaction),
    example: transactionPage,
  },
  run: async (engine, { caller, query: { limit, after, ...query } }) => {
    const request = reportRequest(query, '/query');
    if (E.isLeft(request)) return request;
    return engine.listTransactions(caller.tenant, {
      ...request.right,
      limit,
      ...(after !== undefined && { after }),
    });
  },
  reply: cursorPageOf,
});
