import { E, TransactionId, TransactionObject, type Person } from '@hundi/core';
import { alias, ReportQuery, reportRequest, ReportTransaction } from '@hundi/core/wire';
import type * as t from 'io-ts';
import { transaction } from '../../examples/payments.js';
import { transactions } from '../../examples/portal.js';
import { transactionPage } from '../../examples/reports.js';
import { cursorAnswer, cursorPageOf } from '../../http/list-answer.js';
import { cursorQuery } from '../../http/page-query.js';
import { pathId } from '../../http/path-id.js';
import { portalRoute } from '../../route/route.js';

const { initiatedByUserId: _asker, ...FILTERS } = ReportQuery;

const PAGE = cursorQuery(50, 100);

/** The page of payouts that a person asks for. */
const pageFor = (
  { userId }: Person,
  { limit, after, ...query }: t.TypeOfProps<typeof FILTERS & typeof PAGE>,
) => {
  const request = reportRequest({ initiatedByUserId: userId, ...query }, '/query');
  return E.isLeft(request)
    ? request
    : E.right({ ...request.right, limit, ...(after !== undefined && { after }) });
};

const CONTINUE =
  'If few transactions match, a page can hold fewer items than its limit, or none, while hasMore is true: continue with nextCursor.';

export const browseTransactions = portalRoute({
  method: 'GET',
  path: '/portal/v1/transactions',
  about: {
    operationId: 'browseTransactions',
    tag: 'Payments',
    summary: 'List payouts',
    description: `Lists the payouts of the packages and debit accounts that your roles permit you to make, approve or report on, newest first; users with \`operations.view\` see all of the corporate. A payout must match every filter. If you search, those whose transactionReference is exactly your text come first. ${CONTINUE} The users of a corporate can run four of these lists at once; a fifth gets 429.`,
  },
  params: {},
  query: {
    ...FILTERS,
    search: alias(ReportQuery.search, {
      description:
        'The whole transactionId, UTR or reference at the bank; the beginning of transactionReference, of apiRefNumber, of jobId or of the title; part of the name or of an id of the beneficiary; or an amount, in paise or in rupees with two decimals.',
    }),
    ...PAGE,
  },
  headers: {},
  atOnce: 4,
  refusals: [
    'InvalidInput',
    'InvalidCursor',
    'ActorNotFound',
    'NotAPayoutViewer',
    'DebitAccountDenied',
  ],
  success: {
    status: 200,
    body: cursorAnswer('PayoutPage', TransactionObject),
    example: transactions,
  },
  run: async (engine, { caller, query }) => {
    const page = pageFor(caller, query);
    return E.isLeft(page) ? page : engine.browseTransactions(caller.tenant, page.right);
  },
  reply: cursorPageOf,
});

export const getTransaction = portalRoute({
  method: 'GET',
  path: '/portal/v1/transactions/{transactionId}',
  about: {
    operationId: 'getTransaction',
    tag: 'Payments',
    summary: 'Get a payout',
    description: 'Returns one payout that your roles permit you to see.',
  },
  params: { transactionId: pathId(TransactionId) },
  query: {},
  headers: {},
  refusals: ['PayoutNotFound', 'PayoutArchived'],
  success: { status: 200, body: TransactionObject, example: transaction },
  run: (engine, { caller, params }) =>
    engine.getTransaction(caller.tenant, { ...params, actorUserId: caller.userId }),
  reply: (body) => ({ body }),
});

export const listTransactions = portalRoute({
  method: 'GET',
  path: '/portal/v1/reports/transactions',
  about: {
    operationId: 'listTransactions',
    tag: 'Payments',
    summary: 'Report transactions',
    description: `Lists the transactions of the packages and debit accounts that your roles permit you to report on, newest first, with item-level detail. A transaction must match every filter. A debit account that your roles do not permit is rejected. ${CONTINUE} The users of a corporate can run two reports at once; a third gets 429.`,
  },
  params: {},
  query: { ...FILTERS, ...PAGE },
  headers: {},
  atOnce: 2,
  refusals: ['InvalidInput', 'InvalidCursor', 'NotAReportReader', 'DebitAccountDenied'],
  success: {
    status: 200,
    body: cursorAnswer('TransactionPage', ReportTransaction),
    example: transactionPage,
  },
  run: async (engine, { caller, query }) => {
    const page = pageFor(caller, query);
    return E.isLeft(page) ? page : engine.listTransactions(caller.tenant, page.right);
  },
  reply: cursorPageOf,
});
