import { DebitAccountDenied } from '../../../model/access/access-errors.js';
import type { Reach } from '../../../model/access/actor.js';
import { E } from '../../../kernel/fp.js';
import { placedPage, type PlacedPage } from '../../../kernel/values/cursor.js';
import type { TransactionId } from '../../../kernel/values/ids.js';
import type { Tenant } from '../../../kernel/values/tenant.js';
import type { ReportPart } from '../../../storage/payout-store.js';
import type { Stores } from '../../../storage/storage.js';
import type { Payout } from '../../../model/payout/payout.js';
import type { ReportFilter, ReportSearch } from '../../../model/payout/report-filter.js';
import type { ReportRequest } from './report-request.js';
import { payeeTexts, searchWords } from './report-search.js';

/** How many payouts one request looks at, about: a filter that few of them meet is answered in parts. */
const ROWS_MAX = 50_000;

/** Which part of a report: at most `limit` payouts, from below `before` on. */
interface Part {
  readonly before: TransactionId | undefined;
  readonly limit: number;
}

/**
 * Reads the payouts that meet a request and lie within a reach, if there is one, newest first. Where few do, a part may hold fewer than
 * its limit, or none, and still go on. A debit account outside of the reach is refused.
 */
export const readReport = async (
  stores: Stores,
  tenant: Tenant,
  { request, reach }: { readonly request: ReportRequest; readonly reach: Reach | undefined },
  { before, limit }: Part,
): Promise<E.Either<DebitAccountDenied, PlacedPage<Payout, TransactionId>>> => {
  const read = await readFilter(stores, tenant, request, reach);
  if (E.isLeft(read)) return read;
  const filter = read.right;
  // An empty answer needs no look through all payouts.
  const { payouts, stoppedAt }: ReportPart =
    filter.packageCodes?.size === 0
      ? { payouts: [] }
      : await stores.payouts.report(tenant, filter, before, limit + 1, ROWS_MAX);
  const { items, next = stoppedAt } = placedPage<Payout, Payout, TransactionId>(
    payouts,
    limit,
    ({ order }) => order.transactionId,
    (payout) => payout,
  );
  return E.right({ items, next });
};

/** What a request asks for within a reach, if there is one; a debit account outside of it is refused. */
export const readFilter = async (
  stores: Stores,
  tenant: Tenant,
  request: ReportRequest,
  reach: Reach | undefined,
): Promise<E.Either<DebitAccountDenied, ReportFilter>> => {
  const { debitAccountId, initiatedByUserId } = request;
  if (debitAccountId !== undefined && reach?.debitAccountIds.has(debitAccountId) === false)
    return E.left(DebitAccountDenied(initiatedByUserId));
  return E.right(reportFilter(request, reach, await searchOf(stores, tenant, request.search)));
};

const searchOf = async (
  { beneficiaries }: Stores,
  tenant: Tenant,
  search: string | undefined,
): Promise<ReportSearch | undefined> => {
  const texts = search === undefined ? undefined : payeeTexts(search);
  if (search === undefined || texts === undefined) return undefined;
  const { part, beginning, id } = texts;
  const found = await Promise.all([
    beneficiaries.idsContaining(tenant, part),
    ...(beginning === undefined ? [] : [beneficiaries.idsNamed(tenant, beginning)]),
  ]);
  const beneficiaryIds = [...new Set([...found.flat(), ...(id === undefined ? [] : [id])])];
  return { ...searchWords(search), beneficiaryIds };
};

/** What a request asks for, within a reach if there is one. */
export const reportFilter = (
  { initiatedByUserId: _, packageCodes, paymentMethods, search: __, ...asked }: ReportRequest,
  reach: Reach | undefined,
  search?: ReportSearch,
): ReportFilter => ({
  ...asked,
  ...reach,
  ...(packageCodes !== undefined && {
    packageCodes: new Set(packageCodes.filter((code) => reach?.packageCodes.has(code) !== false)),
  }),
  ...(paymentMethods !== undefined && { paymentMethods: new Set(paymentMethods) }),
  ...(search !== undefined && { search }),
});
