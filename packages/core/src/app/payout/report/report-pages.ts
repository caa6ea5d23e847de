import { NotAReportReader, type DebitAccountDenied } from '../../../model/access/access-errors.js';
import { may, reachOf } from '../../../model/access/actor.js';
import { E } from '../../../kernel/fp.js';
import type { ListUseCase } from '../../../kernel/use-case/use-case.js';
import { cursors, type CursorPage, type InvalidCursor } from '../../../kernel/values/cursor.js';
import type { TransactionId } from '../../../kernel/values/ids.js';
import type { Tenant } from '../../../kernel/values/tenant.js';
import type { Token } from '../../../kernel/token.js';
import { sealedList } from '../../../storage/sealed-list.js';
import type { Stores } from '../../../storage/storage.js';
import type { Payout } from '../../../model/payout/payout.js';
import { readReport } from './read-report.js';
import { ReportPageRequest } from './report-request.js';

export type ReportError = InvalidCursor | NotAReportReader | DebitAccountDenied;

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
  service: Token<ListUseCase<ReportPageRequest, ReportError, CursorPage<A>>>,
  list: string,
  viewOf: ViewOf<A>,
) =>
  sealedList(service, {
    input: ReportPageRequest,
    cursors: (seal, tenant, request) => cursors<TransactionId>(seal, tenant, list, request),
    page: async (stores, tenant, request, { after: before, limit }) => {
      const { initiatedByUserId } = request;
      const [actor] = await stores.tenancy.actors(tenant, [initiatedByUserId]);
      if (actor === undefined || !may(actor, 'reports.view'))
        return E.left(NotAReportReader(initiatedByUserId));
      const reach = reachOf(actor, 'reports.view');
      const read = await readReport(stores, tenant, { request, reach }, { before, limit });
      if (E.isLeft(read)) return read;
      const { items: payouts, next } = read.right;
      const view = await viewOf(stores, tenant, payouts);
      return E.right({ items: payouts.map(view), next });
    },
  });
