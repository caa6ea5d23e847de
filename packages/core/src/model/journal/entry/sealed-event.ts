import type { Tenant } from '../../../kernel/values/tenant.js';
import type { EpochMs } from '../../../kernel/values/time.js';
import type { EventType } from './event-type.js';

/** An event as it stays for ever: its place in the feed of its corporate, and the body that every delivery carries. */
export interface SealedEvent {
  readonly tenant: Tenant;
  /** 1, 2, 3 … per corporate, without gaps. */
  readonly position: number;
  /** The `hash` of the event before it; 64 zeros before the first. */
  readonly previousHash: string;
  /** SHA-256 of `previousHash + "." + position + "." + bodyHash`, hex. */
  readonly hash: string;
  /** SHA-256 of the bytes of `body`, hex. */
  readonly bodyHash: string;
  /** `evt_…`, the `id` in the body. */
  readonly eventId: string;
  readonly type: EventType;
  /** When it happened: `created` in the body. */
  readonly at: EpochMs;
  /** JSON; what is signed, posted and hashed are its bytes in UTF-8. */
  readonly body: string;
}
