import type { NewWork } from '../../../storage/work-store.js';
import { E } from '../../../kernel/fp.js';
import { momentIn, type Day, type EpochMs } from '../../../kernel/values/time.js';
import { creditOf, type Opening } from '../../../model/settlement/order/window.js';
import type { PayoutOrder } from '../../../model/payout/payout.js';
import { expecting, stepPayout, type PayoutStep } from '../../../model/payout/payout-machine.js';

/** The step by which a payout was approved and the one that follows at once, and the work that will send it. */
export interface Release {
  readonly steps: readonly [PayoutStep, ...PayoutStep[]];
  readonly work: NewWork;
}

/**
 * An approved payout goes to the bank now or, dated on a later bank day, waits as scheduled for its start (§2.5).
 *
 * @param opening of its method and account, where the bank has calendars.
 */
export const release = (
  order: Pick<PayoutOrder, 'transactionId' | 'tenant' | 'payoutDate'>,
  approved: PayoutStep,
  bank: { readonly zone: string; readonly today: Day; readonly at: EpochMs },
  opening?: (at: EpochMs) => Opening,
): Release => {
  const work = {
    duty: 'send-to-bank',
    subject: order.transactionId,
    tenant: order.tenant,
  } as const;
  if (order.payoutDate === undefined || order.payoutDate <= bank.today) {
    return { steps: [expectingAt(approved, bank.at, opening)], work: { runAt: bank.at, ...work } };
  }
  const scheduled = stepPayout(approved.next, { type: 'schedule', at: bank.at });
  if (E.isLeft(scheduled)) throw new Error('only an approved payout is released');
  const runAt = momentIn(bank.zone, order.payoutDate);
  return {
    steps: [approved, expectingAt(scheduled.right, runAt, opening)],
    work: { runAt, ...work },
  };
};

const expectingAt = (
  step: PayoutStep,
  at: EpochMs,
  opening: ((at: EpochMs) => Opening) | undefined,
): PayoutStep => (opening === undefined ? step : expecting(step, creditOf(opening(at))));
