import { byTenant } from '../../kernel/values/tenant.js';
import type { EpochMs } from '../../kernel/values/time.js';
import type { AcceptedPayout, PayoutProgress } from '../../model/payout/payout.js';
import type { Stores } from '../../storage/storage.js';
import { creditOf, timetableOf, windowClosed } from '../../model/settlement/order/window.js';

/** Until when a bank takes no order of a payout, and what its transaction says of it. */
export interface Closed {
  readonly until: EpochMs;
  readonly why: Pick<PayoutProgress, 'statusDetails' | 'expectedCreditAt'>;
}

/** Of these payouts those for which the bank is closed at that moment, by id. */
export const closedUntil = async (
  { tenancy }: Pick<Stores, 'tenancy'>,
  payouts: ReadonlyArray<AcceptedPayout>,
  at: EpochMs,
): Promise<ReadonlyMap<string, Closed>> => {
  const closed = new Map<string, Closed>();
  const owned = payouts.map(({ order, terms }) => ({ terms, ...order }));
  for (const [tenant, theirs] of byTenant(owned)) {
    const bank = await tenancy.bank(tenant);
    if (bank === undefined) throw new Error('a payout of no bank');
    const accounts = await tenancy.debitAccounts(tenant);
    const byId = new Map(accounts.map((one) => [one.debitAccountId, one]));
    const timetable = timetableOf(bank, byId);
    for (const { transactionId, terms } of theirs) {
      const opening = timetable.opening(terms, at);
      if (opening.at <= at) continue;
      const expectedCreditAt = creditOf(opening);
      const why = {
        statusDetails: windowClosed(bank.timeZone, opening),
        ...(expectedCreditAt !== undefined && { expectedCreditAt }),
      };
      closed.set(transactionId, { until: opening.at, why });
    }
  }
  return closed;
};
