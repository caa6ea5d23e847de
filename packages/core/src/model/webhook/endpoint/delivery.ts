import type { Tenant } from '../../../kernel/values/tenant.js';
import type { EpochMs } from '../../../kernel/values/time.js';
import type { SendFault } from '../../../ports/webhook-sender.js';
import type { Backoff } from './backoff-machine.js';
import type { EventType } from '../../journal/entry/event-type.js';

/** The progress of an endpoint through the events of its corporate. */
export interface DeliveryProgress {
  readonly tenant: Tenant;
  readonly endpointId: string;
  /** Events up to this position were tried once at least; those that failed are in the queue. */
  readonly position: number;
  /** Since when it has done nothing but fail; absent, too, while nothing waits for it. */
  readonly failingSince?: EpochMs;
  /** Set while it fails as a whole. */
  readonly backoff?: Backoff;
  /** Whether its last attempts failed or took long: it then waits only for others like it. */
  readonly slow: boolean;
}

/** A delivery that is to be tried at its moment: after a failure, on demand, or as a test. */
export interface QueuedDelivery {
  readonly tenant: Tenant;
  readonly endpointId: string;
  readonly eventId: string;
  readonly type: EventType;
  /** When the event happened. */
  readonly eventAt: EpochMs;
  /** Failed attempts so far. */
  readonly attempts: number;
  /** Undefined: its schedule is over, and nothing but a replay brings it back. */
  readonly dueAt?: EpochMs;
  /** It was tried last while its endpoint failed as a whole, and is due as soon as that answers. */
  readonly withEndpoint?: boolean;
  /** The body of an event that no journal holds: a test. */
  readonly body?: string;
}

/** One attempt to deliver one event, as people see it. */
export interface DeliveryAttempt {
  readonly tenant: Tenant;
  readonly endpointId: string;
  readonly eventId: string;
  readonly type: EventType;
  /** 1, 2, 3 … of its schedule. */
  readonly attempt: number;
  readonly at: EpochMs;
  readonly durationMs: number;
  /** Where the delivery was after it. */
  readonly status: 'delivered' | 'waiting' | 'dead';
  /** The receiver's answer; absent if there was none. */
  readonly code?: number;
  readonly fault?: SendFault;
  /** How its answer began. */
  readonly answer?: string;
  /** When the next attempt is due at the earliest. */
  readonly nextAt?: EpochMs;
}

/** An attempt, and where it stands in the list of its endpoint. */
export interface PlacedAttempt {
  readonly place: number;
  readonly attempt: DeliveryAttempt;
}
