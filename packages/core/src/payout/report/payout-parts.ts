import type { TransactionId } from '../../kernel/values/ids.js';
import type { Tenant } from '../../kernel/values/tenant.js';
import type { Storage, Stores } from '../../storage/storage.js';
import type { Payout } from '../payout.js';
import type { ReportFilter } from '../report-filter.js';

const PAYOUTS_A_READ = 1_000;
/** How many payouts one read of a search may look at. */
const ROWS_A_READ = 20_000;

/** Everything of the corporate may be seen. */
const filterOf = async (
  { tenancy }: Stores,
  tenant: Tenant,
): Promise<Pick<ReportFilter, 'packageCodes' | 'debitAccountIds'>> => ({
  packageCodes: new Set((await tenancy.packages(tenant)).map((one) => one.packageCode)),
  debitAccountIds: new Set((await tenancy.debitAccounts(tenant)).map((one) => one.debitAccountId)),
});

/** The payouts of a corporate's packages and accounts, newest first, a part at a time. */
export async function* payoutParts(
  storage: Storage,
  tenant: Tenant,
  more: Pick<ReportFilter, 'search' | 'createdFrom'> = {},
): AsyncGenerator<ReadonlyArray<Payout>> {
  let before: TransactionId | undefined;
  for (;;) {
    const behind = before;
    const { payouts, stoppedAt } = await storage.read(async (stores) => {
      const filter = { ...(await filterOf(stores, tenant)), ...more };
      return stores.payouts.report(tenant, filter, behind, PAYOUTS_A_READ, ROWS_A_READ);
    });
    yield payouts;
    before = stoppedAt ?? payouts.at(-1)?.order.transactionId;
    if (before === undefined) return;
    if (stoppedAt === undefined && payouts.length < PAYOUTS_A_READ) return;
  }
}
