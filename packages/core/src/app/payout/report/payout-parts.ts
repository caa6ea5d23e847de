import type { TransactionId } from '../../../kernel/values/ids.js';
import type { Tenant } from '../../../kernel/values/tenant.js';
import type { Storage } from '../../../storage/storage.js';
import type { Payout } from '../../../model/payout/payout.js';
import type { ReportFilter } from '../../../model/payout/report-filter.js';

const PAYOUTS_A_READ = 1_000;
/** How many payouts one read of a search may look at. */
const ROWS_A_READ = 20_000;

/** All payouts of a corporate that the filter leaves, newest first, a part at a time. */
export async function* payoutParts(
  storage: Storage,
  tenant: Tenant,
  filter: Pick<ReportFilter, 'search' | 'createdFrom'> = {},
): AsyncGenerator<ReadonlyArray<Payout>> {
  let before: TransactionId | undefined;
  for (;;) {
    const behind = before;
    const { payouts, stoppedAt } = await storage.read((stores) =>
      stores.payouts.report(tenant, filter, behind, PAYOUTS_A_READ, ROWS_A_READ),
    );
    yield payouts;
    before = stoppedAt ?? payouts.at(-1)?.order.transactionId;
    if (before === undefined) return;
    if (stoppedAt === undefined && payouts.length < PAYOUTS_A_READ) return;
  }
}
