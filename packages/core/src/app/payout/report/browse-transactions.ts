import { ActorNotFound, type DebitAccountDenied } from '../../../model/access/access-errors.js';
import { E } from '../../../kernel/fp.js';
import { token } from '../../../kernel/token.js';
import type { ListUseCase } from '../../../kernel/use-case/use-case.js';
import {
  cursors,
  placedPage,
  type CursorPage,
  type InvalidCursor,
  type PlacedPage,
} from '../../../kernel/values/cursor.js';
import { TransactionId } from '../../../kernel/values/ids.js';
import type { Tenant } from '../../../kernel/values/tenant.js';
import { transactionOf } from '../../../model/settlement/order/bank-ref.js';
import { sealedList } from '../../../storage/sealed-list.js';
import type { Stores } from '../../../storage/storage.js';
import { NotAPayoutViewer } from '../../../model/payout/payout-errors.js';
import { transactionObject } from '../../../model/payout/payout-view.js';
import { byTransactionId, type Payout } from '../../../model/payout/payout.js';
import { meetsReport } from '../../../model/payout/report-filter.js';
import {
  maySeePayouts,
  reachSeenBy,
  seesAllPayouts,
  shownTo,
} from '../../../model/payout/seen-by.js';
import type { TransactionObject } from '../../../model/payout/transaction-object.js';
import { readReport, reportFilter } from './read-report.js';
import { ReportPageRequest } from './report-request.js';

type BrowseTransactionsError =
  | ActorNotFound
  | NotAPayoutViewer
  | DebitAccountDenied
  | InvalidCursor;

/**
 * Lists the payouts that the initiating user may look at, newest first, under the filters of a report: what their roles
 * reach to make, approve or report payouts, and everything for a holder of `operations.view`. A search that is the
 * transactionId, the reference that the bank is given, the bank's own or the UTR of payouts that are shown to them finds
 * these alone, and those with exactly this transactionReference. Of what any other search finds, those with exactly this
 * transactionReference come first. Where few payouts meet the filter a page may hold fewer than its limit, or none, and
 * still have a cursor to go on from.
 */
export type BrowseTransactions = ListUseCase<
  ReportPageRequest,
  BrowseTransactionsError,
  CursorPage<TransactionObject>
>;
export const BrowseTransactions = token<BrowseTransactions>('BrowseTransactions');

export const makeBrowseTransactions = sealedList(BrowseTransactions, {
  input: ReportPageRequest,
  cursors: (seal, tenant, request) => cursors(seal, tenant, 'transactions', request),
  page: async (stores, tenant, request, { after, limit }) => {
    const { initiatedByUserId, search } = request;
    const [actor] = await stores.tenancy.actors(tenant, [initiatedByUserId]);
    if (actor === undefined) return E.left(ActorNotFound(initiatedByUserId));
    if (!maySeePayouts(actor)) return E.left(NotAPayoutViewer(initiatedByUserId));
    const isShown = shownTo(actor);
    const reach = seesAllPayouts(actor) ? undefined : reachSeenBy(actor);
    const filter = reportFilter(request, reach);
    const { before, first } = placeIn(after);
    const named = search === undefined ? [] : await namedBy(stores, tenant, search);
    const known = named.filter(isShown);
    const called =
      search !== undefined && (known.length > 0 || after === undefined)
        ? (await stores.payouts.ofReference(tenant, search, NAMED_MAX)).filter(isShown)
        : [];
    if (known.length > 0) {
      const older = newestOf([...known, ...called]).filter(
        (payout) =>
          meetsReport(payout, filter) &&
          (before === undefined || payout.order.transactionId < before),
      );
      return E.right(
        placedPage(older, limit, ({ order }) => placeAt(order.transactionId), transactionObject),
      );
    }
    const exact = newestOf(called.filter((payout) => meetsReport(payout, filter))).slice(
      0,
      Math.min(limit, FIRST_MAX),
    );
    const read = await readReport(stores, tenant, { request, reach }, { before, limit });
    if (E.isLeft(read)) return read;
    const { items, next } = behind(read.right, before, limit - exact.length, [
      ...first,
      ...exact.map(({ order }) => order.transactionId),
    ]);
    return E.right({
      items: [...exact, ...items.filter(isShown)].map(transactionObject),
      next,
    });
  },
});

/** How many payouts with exactly the reference come first, so that a cursor can name them. */
const FIRST_MAX = 10;

/**
 * Where a page ended: at the last payout, empty before the newest one; then, each after a blank, those that came first and
 * are left out from there on.
 */
type Place = string;

const placeIn = (
  place: Place | undefined,
): { readonly before: TransactionId | undefined; readonly first: ReadonlyArray<TransactionId> } => {
  const [before = '', ...first] = (place?.split(' ') ?? []) as TransactionId[];
  return { before: before === '' ? undefined : before, first };
};

const placeAt = (
  before: TransactionId | undefined,
  first: ReadonlyArray<TransactionId> = [],
): Place => [before ?? '', ...first].join(' ');

/** The part of what was read that has room behind those that come first, which it leaves out. */
const behind = (
  { items, next }: PlacedPage<Payout, TransactionId>,
  before: TransactionId | undefined,
  room: number,
  first: ReadonlyArray<TransactionId>,
): PlacedPage<Payout, Place> => {
  const others = items.filter(({ order }) => !first.includes(order.transactionId));
  const shown = others.slice(0, room);
  const last = shown.at(-1)?.order.transactionId ?? before;
  if (others.length > room) return { items: shown, next: placeAt(last, first) };
  return { items: shown, next: next === undefined ? undefined : placeAt(next, first) };
};

/** A bank that settles many payouts at once may give all of them one UTR: the newest of them are shown. */
const NAMED_MAX = 1_000;

/** Each of the payouts once, newest first. */
const newestOf = (payouts: ReadonlyArray<Payout>): ReadonlyArray<Payout> =>
  [...byTransactionId(payouts).values()].sort(({ order: a }, { order: b }) =>
    a.transactionId < b.transactionId ? 1 : -1,
  );

/** The payouts that a text names as a whole, in no order. */
const namedBy = async (
  { payouts }: Stores,
  tenant: Tenant,
  text: string,
): Promise<ReadonlyArray<Payout>> => {
  const id = TransactionId.is(text) ? text : transactionOf(text);
  const named = id === undefined ? undefined : await payouts.find(tenant, id);
  return named === undefined ? payouts.namedByBank(tenant, text, NAMED_MAX) : [named];
};
