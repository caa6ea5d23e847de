import type { ListUseCase } from '../../kernel/use-case/use-case.js';
import type { CursorPage } from '../../kernel/values/cursor.js';
import { GuardedSealer } from '../../ports/guarded-sealer.js';
import { Storage } from '../../storage/storage.js';
import { recipe, token } from '../../kernel/token.js';
import { transactionObject } from '../payout-view.js';
import type { TransactionObject } from '../transaction-object.js';
import { reportPages, type ReportError } from './report-pages.js';
import type { ReportPageRequest } from './report-request.js';

/**
 * Lists the payouts that {@link ListTransactions} lists, each as its whole transaction: with reference, dates, maker and
 * what the bank calls it.
 */
export type ListReport = ListUseCase<ReportPageRequest, ReportError, CursorPage<TransactionObject>>;
export const ListReport = token<ListReport>('ListReport');

export const makeListReport = recipe(
  ListReport,
  { Storage, Sealer: GuardedSealer },
  ({ storage, sealer }) =>
    reportPages(storage, sealer, 'report pages', async () => transactionObject),
);
