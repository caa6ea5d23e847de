import type { JsonObject } from '../../kernel/codecs/json.js';
import type { Via } from '../../kernel/values/via.js';
import type { PayoutStep } from './payout-machine.js';
import type { AcceptedPayout, PayoutProgress } from './payout.js';

/** A payout as it is stored now, and the steps that it takes, in a row. */
export interface Move {
  readonly payout: AcceptedPayout;
  readonly steps: ReadonlyArray<PayoutStep>;
}

/** The actor of a move, and the values that the journal stores beside the steps. */
export interface Mover {
  /** As the journal names them. */
  readonly actor: string;
  readonly via?: Via;
  /** Values that the journal adds to those that each step set. */
  readonly changes?: JsonObject;
}

export const reached = ({ payout, steps }: Move): PayoutProgress =>
  steps.at(-1)?.next ?? payout.progress;
