import type { ListUseCase } from '../../../kernel/use-case/use-case.js';
import type { CursorPage } from '../../../kernel/values/cursor.js';
import type { Tenant } from '../../../kernel/values/tenant.js';
import { effectiveConfiguration } from '../../../model/package/effective-configuration.js';
import type { Stores } from '../../../storage/storage.js';
import { token } from '../../../kernel/token.js';
import type { Payout } from '../../../model/payout/payout.js';
import { reportPages, type ReportError } from './report-pages.js';
import type { ReportPageRequest } from './report-request.js';
import { reportTransaction, type ReportTransaction, type UnacceptedFacts } from './report-view.js';

type ListTransactionsError = ReportError;

/**
 * Lists what the initiating user may see of a corporate's payouts, newest first (§4.9). A debit account that their
 * role does not allow is refused. Where few payouts meet the filter a page may hold fewer than its limit, or none,
 * and still have a cursor to go on from.
 */
export type ListTransactions = ListUseCase<
  ReportPageRequest,
  ListTransactionsError,
  CursorPage<ReportTransaction>
>;
export const ListTransactions = token<ListTransactions>('ListTransactions');

export const makeListTransactions = reportPages(
  ListTransactions,
  'reports',
  async (stores, tenant, payouts) => {
    const facts = await factsFor(stores, tenant, payouts);
    return (payout) => reportTransaction(payout, facts);
  },
);

/** The displayed values of payouts that intake has not accepted, read for all of them at once. */
const factsFor = async (
  { beneficiaries, tenancy }: Stores,
  tenant: Tenant,
  payouts: ReadonlyArray<Payout>,
): Promise<UnacceptedFacts> => {
  const orders = payouts.filter(({ intake }) => intake !== 'accepted').map(({ order }) => order);
  if (orders.length === 0) return { nameOf: () => undefined, isMasked: () => true };
  const ids = new Set(orders.map(({ beneficiaryId }) => beneficiaryId));
  const codes = new Set(orders.map(({ packageCode }) => packageCode));
  const [payees, packages] = await Promise.all([
    beneficiaries.findMany(tenant, [...ids]),
    tenancy.packages(tenant, [...codes]),
  ]);
  const names = new Map(payees.map(({ beneficiaryId, name }) => [beneficiaryId, name]));
  const open = new Set(
    packages
      .filter((one) => !effectiveConfiguration(one).maskConfidentialDetails)
      .map(({ packageCode }) => packageCode),
  );
  return { nameOf: (id) => names.get(id), isMasked: (code) => !open.has(code) };
};
