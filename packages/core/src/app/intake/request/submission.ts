import type { OnceRequest } from '../../idempotency/once.js';
import type { UserId } from '../../../kernel/values/ids.js';
import type { Traceparent } from '../../../kernel/values/trace.js';
import type { Via } from '../../../kernel/values/via.js';
import type { InitiationMode, PayoutSource } from '../../../model/payout/payout.js';
import type { Instruction } from './instruction.js';

/** Payments that were read, and what they came with. */
export interface Submission extends OnceRequest {
  /** The corporate's only service user where it is left out. */
  readonly initiatedByUserId?: UserId;
  /** The id of the job where it is left out. */
  readonly apiRefNumber?: string;
  readonly payments: ReadonlyArray<Instruction>;
  readonly source: PayoutSource;
  readonly initiationMode: InitiationMode;
  readonly traceparent?: Traceparent;
  readonly via?: Via;
}
