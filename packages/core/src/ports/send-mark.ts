import type { EpochMs } from '../kernel/values/time.js';
import { token } from '../kernel/token.js';

/** The send mark (decisions §8): the highest token under which an order was sent, and when (epoch ms). */
export interface Mark {
  readonly token: number;
  readonly at: EpochMs;
}

/**
 * Remembers how far sending has come, in a place that a restored backup of the database leaves alone. A
 * database that meets a mark beyond what it knows has forgotten sends: it asks the bank about every payout
 * that it has before it sends it (decisions §8). Processes that share a database share the mark. The engine treats
 * a call that has no answer after 10 s as rejected.
 */
export interface SendMark {
  /** The highest mark that was kept; undefined when none was. A rejection keeps the engine from sending. */
  readonly read: () => Promise<Mark | undefined>;
  /**
   * Keeps the mark, unless a higher one is kept. Called before each call of the bank; resolves once the
   * mark outlives the process. A rejection keeps the engine from making that call.
   */
  readonly raise: (mark: Mark) => Promise<void>;
}
export const SendMark = token<SendMark>('SendMark');
