import type { DeferredWork, HeldWork } from '../../storage/work-store.js';
import { writeRecords } from '../writer/write-changes.js';
import type { JobId, TransactionId } from '../../kernel/values/ids.js';
import type { Tenant } from '../../kernel/values/tenant.js';
import { rowId, ROWS_MAX } from '../../kernel/values/uuid.js';
import type { PayoutRange } from '../../storage/payout-store.js';
import type { Stores } from '../../storage/storage.js';
import { expiresAt } from './expiry.js';

/** The payouts that work is about: those of its job, or the one payout that has no job. */
export const payoutsOf = (subject: string, isJob: boolean): PayoutRange =>
  isJob
    ? { first: rowId(subject as JobId, 0), last: rowId(subject as JobId, ROWS_MAX - 1) }
    : { first: subject as TransactionId, last: subject as TransactionId };

/** Work, and the payouts that it is about. */
export interface Awaited extends HeldWork {
  readonly range: PayoutRange;
}

/**
 * Lets the work of one corporate fall due when the first of its payouts that await approval expires, and ends
 * the work of those of which none does. So thousands of pending payouts have one piece of work among them.
 */
export const awaitExpiry = async (
  stores: Stores,
  tenant: Tenant,
  awaited: ReadonlyArray<Awaited>,
): Promise<void> => {
  const { payouts, tenancy } = stores;
  const ranges = awaited.map(({ range }) => range);
  const waits = await payouts.waits(tenant, ranges);
  const byFirst = new Map(waits.map((wait) => [wait.first, wait]));
  const bank = waits.length === 0 ? undefined : await tenancy.bank(tenant);
  const over: HeldWork[] = [];
  const waiting: DeferredWork[] = [];
  for (const { subject, token, range } of awaited) {
    const wait = byFirst.get(range.first);
    if (wait === undefined) over.push({ tenant, subject, token });
    else if (bank === undefined) throw new Error('a payout of no bank');
    else {
      waiting.push({
        tenant,
        subject,
        token,
        duty: 'expire-approvals',
        runAt: expiresAt(wait, bank.timeZone),
      });
    }
  }
  await writeRecords(stores, { handled: { over, later: waiting } });
};
