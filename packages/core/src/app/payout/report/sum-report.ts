import type * as t from 'io-ts';
import { NotAReportReader, type DebitAccountDenied } from '../../../model/access/access-errors.js';
import { may, reachOf } from '../../../model/access/actor.js';
import { E } from '../../../kernel/fp.js';
import { list } from '../../../kernel/codecs/list.js';
import { record } from '../../../kernel/codecs/record.js';
import { token } from '../../../kernel/token.js';
import type { ListUseCase } from '../../../kernel/use-case/use-case.js';
import { EpochMs } from '../../../kernel/values/time.js';
import { timeOf } from '../../../kernel/values/uuid.js';
import type { SpanTally } from '../../../storage/payout-store.js';
import { lookThrough } from '../../../storage/look.js';
import { readFilter } from './read-report.js';
import { ReportRequest } from './report-request.js';

const SPANS_MAX = 31;

const SumReportInput = record(
  'SumReportInput',
  {
    ...ReportRequest.required,
    /** Where the spans begin, ascending; each ends where the next one begins. */
    starts: list(EpochMs, { min: 1, max: SPANS_MAX }, `1 to ${String(SPANS_MAX)} moments`),
  },
  ReportRequest.optional,
);
type SumReportInput = t.TypeOf<typeof SumReportInput>;

/** The payouts of a report, counted by state and by the span of time in which they were accepted. */
export interface ReportSums {
  readonly sums: ReadonlyArray<SpanTally>;
  /** There if there are too many to count: payouts that were accepted at this moment or before may be missing. */
  readonly countedAfter?: EpochMs;
}

type SumReportError = NotAReportReader | DebitAccountDenied;

/** Counts and sums what {@link ListTransactions} lists. Of very many payouts it counts the newest. */
export type SumReport = ListUseCase<SumReportInput, SumReportError, ReportSums>;
export const SumReport = token<SumReport>('SumReport');

/** How many payouts one request counts: what a database does in well under a second. */
const ROWS_MAX = 100_000;

export const makeSumReport = lookThrough(
  SumReport,
  SumReportInput,
  async (stores, tenant, { starts, ...request }) => {
    const { initiatedByUserId } = request;
    const [actor] = await stores.tenancy.actors(tenant, [initiatedByUserId]);
    if (actor === undefined || !may(actor, 'reports.view'))
      return E.left(NotAReportReader(initiatedByUserId));
    const reach = reachOf(actor, 'reports.view');
    const filter = await readFilter(stores, tenant, request, reach);
    if (E.isLeft(filter)) return filter;
    if (filter.right.packageCodes?.size === 0) return E.right({ sums: [] });
    const found = await stores.payouts.tallySpans(tenant, filter.right, starts, ROWS_MAX);
    const { tallies: sums, stoppedAt } = found;
    return E.right({ sums, ...(stoppedAt !== undefined && { countedAfter: timeOf(stoppedAt) }) });
  },
);
