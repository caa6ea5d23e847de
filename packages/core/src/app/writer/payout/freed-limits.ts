import type { AcceptedPayout } from '../../../model/payout/payout.js';
import type { LimitUse } from '../../../storage/payout-store.js';

/** The amounts that dead payouts return to the daily limits that they counted against (decisions §8). */
export const freedLimits = (
  dead: ReadonlyArray<Pick<AcceptedPayout, 'order' | 'terms'>>,
): ReadonlyArray<LimitUse> =>
  dead.flatMap(({ order, terms: { limitDay } }) =>
    limitDay === undefined
      ? []
      : [{ packageCode: order.packageCode, day: limitDay, amount: -BigInt(order.amount) }],
  );
