import type { NewWork } from '../../storage/work-store.js';
import { E } from '../../kernel/fp.js';
import { momentIn, type Day, type EpochMs } from '../../kernel/values/time.js';
import type { PayoutOrder, PayoutProgress } from '../payout.js';
import { stepPayout, type PayoutStep } from '../payout-machine.js';

/** The states that an approved payout passes at once, and the work that will send it. */
export interface Release {
  readonly steps: ReadonlyArray<PayoutStep>;
  readonly work: NewWork;
}

/** An approved payout goes to the bank now or, dated on a later bank day, waits as scheduled for its start (§2.5). */
export const release = (
  order: Pick<PayoutOrder, 'transactionId' | 'tenant' | 'payoutDate'>,
  approved: PayoutProgress,
  bank: { readonly zone: string; readonly today: Day; readonly at: EpochMs },
): Release => {
  const work = {
    duty: 'send-to-bank',
    subject: order.transactionId,
    tenant: order.tenant,
  } as const;
  if (order.payoutDate === undefined || order.payoutDate <= bank.today) {
    return { steps: [], work: { runAt: bank.at, ...work } };
  }
  const scheduled = stepPayout(approved, { type: 'schedule', at: bank.at });
  if (E.isLeft(scheduled)) throw new Error('only an approved payout is released');
  return {
    steps: [scheduled.right],
    work: { runAt: momentIn(bank.zone, order.payoutDate), ...work },
  };
};
