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
import type { GuardedSealer } from '../../secrets/guarded-sealer.js';
import type { Storage, Stores } from '../../storage/storage.js';
import type { Payout } from '../payout.js';
import { readReport } from './read-report.js';
import { ReportPageRequest } from './report-request.js';

export type ReportError = InvalidCursor | NotAReportReader | DebitAccountDenied;

/** Makes of one page of payouts what shows each of them. */
type ViewOf<A> = (
  stores: Stores,
  tenant: Tenant,
  payouts: ReadonlyArray<Payout>,
) => Promise<(payout: Payout) => A>;

/**
 * A report, page by page, as far as the roles of the initiating user with `reports.view` reach.
 *
 * @param list the list that its cursors are of
 */
export const reportPages = <A>(
  storage: Storage,
  sealer: GuardedSealer,
  list: string,
  viewOf: ViewOf<A>,
): ListUseCase<ReportPageRequest, ReportError, CursorPage<A>> =>
  listUseCase(ReportPageRequest, async (tenant, { after, limit, ...request }) => {
    const places = cursors(sealer, tenant, list, request);
    const before = await places.read(after);
    if (E.isLeft(before)) return before;

    type Found = E.Either<ReportError, PlacedPage<A, string>>;
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
      const view = await viewOf(stores, tenant, payouts);
      return E.right({ items: payouts.map(view), next });
    });
    return E.isLeft(found) ? found : E.right(await cursorPage(found.right, limit, places));
  });
