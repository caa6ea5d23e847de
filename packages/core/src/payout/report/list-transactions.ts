import { NotAReportReader, type DebitAccountDenied } from '../../access/access-errors.js';
import { may, reachOf } from '../../access/actor.js';
import { E } from '../../kernel/fp.js';
import { listUseCase, type ListUseCase } from '../../kernel/use-case/use-case.js';
import {
  cursorPage,
  cursors,
  type CursorPage,
  type InvalidCursor,
  type PlacedPage,
} from '../../kernel/values/cursor.js';
import type { TransactionId } from '../../kernel/values/ids.js';
import type { Tenant } from '../../kernel/values/tenant.js';
import { effectiveConfiguration } from '../../package/effective-configuration.js';
import type { GuardedSealer } from '../../secrets/guarded-sealer.js';
import type { Storage, Stores } from '../../storage/storage.js';
import { token } from '../../kernel/token.js';
import type { Payout } from '../payout.js';
import { readReport } from './read-report.js';
import { ReportPageRequest } from './report-request.js';
import { reportTransaction, type ReportTransaction, type UnacceptedFacts } from './report-view.js';

export type ListTransactionsError = InvalidCursor | NotAReportReader | DebitAccountDenied;

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

export const makeListTransactions = (storage: Storage, sealer: GuardedSealer): ListTransactions =>
  listUseCase(ReportPageRequest, async (tenant, { after, limit, ...request }) => {
    const places = cursors(sealer, tenant, 'reports', request);
    const before = await places.read(after);
    if (E.isLeft(before)) return before;

    type Found = E.Either<ListTransactionsError, PlacedPage<ReportTransaction, string>>;
    const found = await storage.read<Found>(async (stores) => {
      const { initiatedByUserId } = request;
      const [actor] = await stores.tenancy.actors(tenant, [initiatedByUserId]);
      if (actor === undefined || !may(actor, 'reports.view')) {
        return E.left(NotAReportReader(initiatedByUserId));
      }
      const read = await readReport(stores, tenant, request, reachOf(actor, 'reports.view'), {
        // A cursor that opens was written from one.
        before: before.right as TransactionId | undefined,
        limit,
      });
      if (E.isLeft(read)) return read;
      const { items: payouts, next } = read.right;
      const facts = await factsFor(stores, tenant, payouts);
      const items = payouts.map((payout) => reportTransaction(payout, facts));
      return E.right({ items, next });
    });
    return E.isLeft(found) ? found : E.right(await cursorPage(found.right, limit, places));
  });

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
