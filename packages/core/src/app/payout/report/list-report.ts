import type { ListUseCase } from '../../../kernel/use-case/use-case.js';
import type { CursorPage } from '../../../kernel/values/cursor.js';
import { token } from '../../../kernel/token.js';
import { transactionObject } from '../../../model/payout/payout-view.js';
import type { TransactionObject } from '../../../model/payout/transaction-object.js';
import { reportPages, type ReportError } from './report-pages.js';
import type { ReportPageRequest } from './report-request.js';

/**
 * Lists the payouts that {@link ListTransactions} lists, each as its whole transaction: with reference, dates, maker and
 * what the bank calls it.
 */
export type ListReport = ListUseCase<ReportPageRequest, ReportError, CursorPage<TransactionObject>>;
export const ListReport = token<ListReport>('ListReport');

export const makeListReport = reportPages(
  ListReport,
  'report pages',
  async () => transactionObject,
);
