import { prefetch } from '../../../kernel/flow/prefetch.js';
import { rangesOf } from '../../../kernel/flow/ranges.js';
import type { Tenant } from '../../../kernel/values/tenant.js';
import { rowIds } from '../../../kernel/values/uuid.js';
import type { IntakeRow } from '../../../model/payout/payout.js';
import type { Stores } from '../../../storage/storage.js';
import type { Job } from '../../../model/intake/job/job.js';

// Rows that are read between two turns of other requests.
const ROWS_A_TURN = 1_000;

/** The undecided rows of the jobs. Small jobs are read together, a large one in ranges. */
export const undecidedRows = async (
  stores: Stores,
  tenant: Tenant,
  jobs: ReadonlyArray<Job>,
): Promise<ReadonlyArray<IntakeRow>> => {
  const rows: IntakeRow[] = [];
  const small = jobs.filter(({ total }) => total <= ROWS_A_TURN);
  const ids = small.flatMap(({ jobId, total }) => rowIds(jobId, 0, total));
  if (ids.length > 0) {
    const found = await stores.payouts.undecided(tenant, ids);
    rows.push(
      ...[...found].sort((a, b) => (a.order.transactionId < b.order.transactionId ? -1 : 1)),
    );
  }
  const pages = jobs
    .filter(({ total }) => total > ROWS_A_TURN)
    .flatMap(({ jobId, total }) =>
      rangesOf(total, ROWS_A_TURN).map(({ from }) => ({ jobId, from })),
    );
  const read = ({ jobId, from }: (typeof pages)[number]) =>
    stores.payouts.undecidedOfJob(tenant, jobId, from, ROWS_A_TURN);
  for await (const page of prefetch(pages, read)) rows.push(...page);
  return rows;
};
