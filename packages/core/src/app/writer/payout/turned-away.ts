import type { EpochMs } from '../../../kernel/values/time.js';
import { turnAway } from '../../../model/payout/payout-machine.js';
import type { IntakeOrder, Rejection } from '../../../model/payout/payout.js';
import type { DecidedRow } from './decide-rows.js';

/** The end of a row that intake does not take. */
export const turnedAway = (
  order: IntakeOrder,
  rejection: Rejection,
  outcome: 'rejected' | 'cancelled',
  at: EpochMs,
): DecidedRow => {
  const changes = { rejectionCode: rejection.code, rejectionMessage: rejection.message };
  return {
    order,
    decision: { outcome, rejection },
    steps: [{ next: turnAway(outcome), changes, at }],
  };
};
