import type { JobId } from '../../../kernel/values/ids.js';
import type { Tenant } from '../../../kernel/values/tenant.js';
import type { Stores } from '../../../storage/storage.js';
import type { Payout } from '../../../model/payout/payout.js';

const ROWS_A_READ = 250;

/** Whether any payout of a job is like this. There is none of a job that does not exist. */
export const someOfJob = async (
  { payouts }: Pick<Stores, 'payouts'>,
  tenant: Tenant,
  jobId: JobId,
  isLikeThis: (payout: Payout) => boolean,
): Promise<boolean> => {
  for (let from = 0; ; from += ROWS_A_READ) {
    const rows = await payouts.ofJob(tenant, jobId, from, ROWS_A_READ);
    if (rows.some(isLikeThis)) return true;
    if (rows.length < ROWS_A_READ) return false;
  }
};
