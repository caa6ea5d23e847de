import type { PayoutStatus } from '@hundi/core';

/** Everything that a simulated world can do to an engine. */
export const FAULT_KINDS = [
  'crash',
  'graceful_stop',
  'pause',
  'storage_error',
  'commit_unknown',
  'lost_race',
  'reply_lost',
  'clock_forward',
  'clock_back',
  'rail_unreachable',
  'answer_lost',
  'order_lost',
  'order_late',
  'report_duplicated',
  'report_reordered',
  'report_late',
  'report_contradictory',
  'restored_backup',
  'receiver_dead',
  'receiver_slow',
  'receiver_refuses',
  'receiver_lies',
  'receiver_answer_lost',
  'receiver_gone',
] as const;
export type FaultKind = (typeof FAULT_KINDS)[number];

/** The faults of webhook receivers. */
export const RECEIVER_FAULTS = [
  'receiver_slow',
  'receiver_refuses',
  'receiver_lies',
  'receiver_answer_lost',
  'receiver_dead',
  'receiver_gone',
] as const satisfies ReadonlyArray<FaultKind>;
export type ReceiverFault = (typeof RECEIVER_FAULTS)[number];

export const befallsReceivers = (fate: FaultKind | 'none'): fate is ReceiverFault =>
  RECEIVER_FAULTS.some((fault) => fault === fate);

/** Where a payout was when a fault struck; `queued` until intake has decided on it. */
export const STRUCK_STATES = [
  'queued',
  'pending_approval',
  'partially_approved',
  'approved',
  'scheduled',
  'sent_to_bank',
  'paid',
  'failed',
  'rejected',
  'cancelled',
] as const satisfies ReadonlyArray<PayoutStatus | 'queued'>;
export type StruckState = (typeof STRUCK_STATES)[number];

/** A fault in a state, as `crash/sent_to_bank`. */
export type Cell = `${FaultKind}/${StruckState}`;
