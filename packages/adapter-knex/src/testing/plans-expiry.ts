import { rowId, ROWS_MAX, type Day, type Tenant } from '@hundi/core';
import type { Stores } from '@hundi/core/storage';
import { aJob } from '@hundi/testkit';

/** Every statement about the expiry of approvals, which is worked on in units only. */
export const expiring = async ({ payouts }: Stores, tenant: Tenant): Promise<void> => {
  const ranges = Array.from({ length: 20 }, (_, n) => aJob(tenant, n)).map(({ jobId }) => ({
    first: rowId(jobId, 0),
    last: rowId(jobId, ROWS_MAX - 1),
  }));
  const overdue = { createdUpTo: 1, datedBefore: '2026-01-01' as Day };
  for (const some of [ranges, ranges.slice(2, 3)]) {
    await payouts.waits(tenant, some);
    await payouts.overdue(tenant, some, overdue, 1_000);
  }
};
