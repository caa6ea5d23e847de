import type * as t from 'io-ts';
import { DebitAccountDenied, NotAReportReader } from '../../access/access-errors.js';
import { may, reachOf, type Reach } from '../../access/actor.js';
import { record } from '../../kernel/codecs/record.js';
import { E } from '../../kernel/fp.js';
import { listUseCase, type ListUseCase } from '../../kernel/use-case/use-case.js';
import {
  cursorPage,
  cursors,
  CursorRequest,
  placedPage,
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
import type { ReportPart } from '../../storage/payout-store.js';
import type { ReportFilter, ReportSearch } from '../report-filter.js';
import { ReportRequest } from './report-request.js';
import { payeeTexts, searchWords } from './report-search.js';
import { reportTransaction, type ReportTransaction, type UnacceptedFacts } from './report-view.js';

const ListTransactionsInput = record(
  'ListTransactionsInput',
  { ...ReportRequest.required, ...CursorRequest.required },
  { ...ReportRequest.optional, ...CursorRequest.optional },
);
type ListTransactionsInput = t.TypeOf<typeof ListTransactionsInput>;

export type ListTransactionsError = InvalidCursor | NotAReportReader | DebitAccountDenied;

/** How many payouts one request looks at, about: a filter that few of them meet is answered in parts. */
const ROWS_MAX = 50_000;

/**
 * Lists what the initiating user may see of a corporate's payouts, newest first (§4.9). A debit account that their
 * role does not allow is refused. Where few payouts meet the filter a page may hold fewer than its limit, or none,
 * and still have a cursor to go on from.
 */
export type ListTransactions = ListUseCase<
  ListTransactionsInput,
  ListTransactionsError,
  CursorPage<ReportTransaction>
>;
export const ListTransactions = token<ListTransactions>('ListTransactions');

export const makeListTransactions = (storage: Storage, sealer: GuardedSealer): ListTransactions =>
  listUseCase(ListTransactionsInput, async (tenant, { after, limit, ...request }) => {
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
      const reach = reachOf(actor, 'reports.view');
      if (!mayAskFor(request, reach)) return E.left(DebitAccountDenied(initiatedByUserId));
      const search = await searchOf(stores, tenant, request.search);
      const filter = filterOf(request, reach, search);
      // An empty answer needs no look through all payouts.
      const { payouts, stoppedAt }: ReportPart =
        filter.packageCodes.size === 0
          ? { payouts: [] }
          : await stores.payouts.report(
              tenant,
              filter,
              // A cursor that opens was written from one.
              before.right as TransactionId | undefined,
              limit + 1,
              ROWS_MAX,
            );
      const facts = await factsFor(stores, tenant, payouts.slice(0, limit));
      const { items, next = stoppedAt } = placedPage<Payout, ReportTransaction, string>(
        payouts,
        limit,
        ({ order }) => order.transactionId,
        (payout) => reportTransaction(payout, facts),
      );
      return E.right({ items, next });
    });
    return E.isLeft(found) ? found : E.right(await cursorPage(found.right, limit, places));
  });

const searchOf = async (
  { beneficiaries }: Stores,
  tenant: Tenant,
  search: string | undefined,
): Promise<ReportSearch | undefined> => {
  const texts = search === undefined ? [] : payeeTexts(search);
  if (search === undefined || texts.length === 0) return undefined;
  const found = await Promise.all(texts.map((text) => beneficiaries.idsContaining(tenant, text)));
  return { ...searchWords(search), beneficiaryIds: [...new Set(found.flat())] };
};

const filterOf = (
  { initiatedByUserId: _, packageCodes, paymentMethods, search: __, ...asked }: ReportRequest,
  reach: Reach,
  search: ReportSearch | undefined,
): ReportFilter => ({
  ...asked,
  ...reach,
  ...(packageCodes !== undefined && {
    packageCodes: new Set(packageCodes.filter((code) => reach.packageCodes.has(code))),
  }),
  ...(paymentMethods !== undefined && { paymentMethods: new Set(paymentMethods) }),
  ...(search !== undefined && { search }),
});

const mayAskFor = ({ debitAccountId }: ReportRequest, { debitAccountIds }: Reach): boolean =>
  debitAccountId === undefined || debitAccountIds.has(debitAccountId);

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
