import { ActorNotFound, type DebitAccountDenied } from '../../access/access-errors.js';
import { E } from '../../kernel/fp.js';
import { token } from '../../kernel/token.js';
import type { ListUseCase } from '../../kernel/use-case/use-case.js';
import {
  cursors,
  placedPage,
  type CursorPage,
  type InvalidCursor,
} from '../../kernel/values/cursor.js';
import { TransactionId } from '../../kernel/values/ids.js';
import type { Tenant } from '../../kernel/values/tenant.js';
import type { GuardedSealer } from '../../secrets/guarded-sealer.js';
import { transactionOf } from '../../settlement/order/bank-ref.js';
import { sealedList } from '../../storage/sealed-list.js';
import type { Storage, Stores } from '../../storage/storage.js';
import { NotAPayoutViewer } from '../payout-errors.js';
import { transactionObject } from '../payout-view.js';
import type { Payout } from '../payout.js';
import { meetsReport } from '../report-filter.js';
import { maySeePayouts, reachSeenBy, seesAllPayouts, shownTo } from '../seen-by.js';
import type { TransactionObject } from '../transaction-object.js';
import { readReport, reportFilter } from './read-report.js';
import { ReportPageRequest } from './report-request.js';

export type BrowseTransactionsError =
  | ActorNotFound
  | NotAPayoutViewer
  | DebitAccountDenied
  | InvalidCursor;

/**
 * Lists the payouts that the initiating user may look at, newest first, under the filters of a report: what their roles
 * reach to make, approve or report payouts, and everything for a holder of `operations.view`. A search that is the
 * transactionId, the reference that the bank is given, the bank's own or the UTR of payouts that are shown to them finds
 * these alone. Where few payouts meet the filter a page may hold fewer than its limit, or none, and still have a cursor to
 * go on from.
 */
export type BrowseTransactions = ListUseCase<
  ReportPageRequest,
  BrowseTransactionsError,
  CursorPage<TransactionObject>
>;
export const BrowseTransactions = token<BrowseTransactions>('BrowseTransactions');

export const makeBrowseTransactions = (
  storage: Storage,
  sealer: GuardedSealer,
): BrowseTransactions =>
  sealedList(storage, sealer, {
    input: ReportPageRequest,
    cursors: (seal, tenant, request) =>
      cursors<TransactionId>(seal, tenant, 'transactions', request),
    page: async (stores, tenant, request, { after: before, limit }) => {
      const { initiatedByUserId, search } = request;
      const [actor] = await stores.tenancy.actors(tenant, [initiatedByUserId]);
      if (actor === undefined) return E.left(ActorNotFound(initiatedByUserId));
      if (!maySeePayouts(actor)) return E.left(NotAPayoutViewer(initiatedByUserId));
      const isShown = shownTo(actor);
      const reach = seesAllPayouts(actor) ? undefined : reachSeenBy(actor);
      const named = search === undefined ? [] : await namedBy(stores, tenant, search);
      const known = named.filter(isShown);
      if (known.length > 0) {
        const filter = reportFilter(request, reach);
        const older = known.filter(
          (payout) =>
            meetsReport(payout, filter) &&
            (before === undefined || payout.order.transactionId < before),
        );
        return E.right(placedPage(older, limit, placeOf, transactionObject));
      }
      const read = await readReport(stores, tenant, request, reach, { before, limit });
      if (E.isLeft(read)) return read;
      const { items, next } = read.right;
      return E.right({ items: items.filter(isShown).map(transactionObject), next });
    },
  });

const placeOf = ({ order }: Payout): TransactionId => order.transactionId;

/** A bank that settles many payouts at once may give all of them one UTR: the newest of them are shown. */
const NAMED_MAX = 1_000;

/** The payouts that a text names as a whole, newest first. */
const namedBy = async (
  { payouts }: Stores,
  tenant: Tenant,
  text: string,
): Promise<ReadonlyArray<Payout>> => {
  const id = TransactionId.is(text) ? text : transactionOf(text);
  const named = id === undefined ? undefined : await payouts.find(tenant, id);
  if (named !== undefined) return [named];
  const found = await payouts.namedByBank(tenant, text, NAMED_MAX);
  return found.toSorted((a, b) => (placeOf(a) < placeOf(b) ? 1 : -1));
};
