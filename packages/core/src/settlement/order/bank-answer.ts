import type { TransactionId } from '../../kernel/values/ids.js';
import type { Tenant } from '../../kernel/values/tenant.js';
import type { EpochMs } from '../../kernel/values/time.js';
import type { BankAccepted, BankVerdict } from '../../ports/bank-rail.js';

/** An answer of the bank about an order, stored unchanged before the engine acts on it. */
export interface BankAnswer {
  readonly tenant: Tenant;
  /** Made of the bank's name for its message, or of the send that it answers. The same one counts once for a corporate. */
  readonly answerId: string;
  readonly transactionId: TransactionId;
  readonly verdict: BankVerdict | BankAccepted;
  readonly at: EpochMs;
}
