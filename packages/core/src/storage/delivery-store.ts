import type { Tenant } from '../kernel/values/tenant.js';
import type { EpochMs } from '../kernel/values/time.js';
import type {
  DeliveryAttempt,
  DeliveryProgress,
  PlacedAttempt,
  QueuedDelivery,
} from '../model/webhook/endpoint/delivery.js';

/** The counts of waiting deliveries of an endpoint. */
export interface QueueTally {
  /** Deliveries that will be tried again. */
  readonly waiting: number;
  /** Deliveries whose schedule is over. */
  readonly dead: number;
}

/** Stores the progress of each webhook endpoint, its deliveries to retry and its attempts. */
export interface DeliveryStore {
  /** Undefined for an endpoint that has none. */
  readonly progress: (tenant: Tenant, endpointId: string) => Promise<DeliveryProgress | undefined>;
  /** Counts endpoints of all corporates that do nothing but fail, at most `limit`. */
  readonly failing: (limit: number) => Promise<number>;
  /** Adds or overwrites by `endpointId`. */
  readonly putProgress: (progress: DeliveryProgress) => Promise<void>;
  /** Adds deliveries to the queue; one of the same endpoint and event is overwritten. */
  readonly queue: (deliveries: ReadonlyArray<QueuedDelivery>) => Promise<void>;
  /** Deliveries that are due at `now`, by moment and then by event, at most `limit`. */
  readonly due: (
    tenant: Tenant,
    endpointId: string,
    now: EpochMs,
    limit: number,
  ) => Promise<ReadonlyArray<QueuedDelivery>>;
  /** Deliveries that are due at `now` and were not tried since they were queued (tests, replays), in the same order. */
  readonly untried: (
    tenant: Tenant,
    endpointId: string,
    now: EpochMs,
    limit: number,
  ) => Promise<ReadonlyArray<QueuedDelivery>>;
  /** Lets what is due at `now` and was not tried wait with its endpoint, until a moment. */
  readonly delay: (
    tenant: Tenant,
    endpointId: string,
    now: EpochMs,
    until: EpochMs,
  ) => Promise<void>;
  /** Lets what waits with its endpoint, and falls due after `now`, be due at `now`. */
  readonly hasten: (tenant: Tenant, endpointId: string, now: EpochMs) => Promise<void>;
  /** When the next one falls due; undefined when none does. */
  readonly nextDue: (tenant: Tenant, endpointId: string) => Promise<EpochMs | undefined>;
  /** The queued deliveries of these events, due or dead, in no order. */
  readonly queuedOf: (
    tenant: Tenant,
    endpointId: string,
    eventIds: ReadonlyArray<string>,
  ) => Promise<ReadonlyArray<QueuedDelivery>>;
  /** Takes deliveries out of the queue. */
  readonly unqueue: (
    tenant: Tenant,
    endpointId: string,
    eventIds: ReadonlyArray<string>,
  ) => Promise<void>;
  /** Lets everything that is queued of events from `since` on begin its schedule anew at `now`; answers how much. */
  readonly restart: (
    tenant: Tenant,
    endpointId: string,
    since: EpochMs,
    now: EpochMs,
  ) => Promise<number>;
  /** Counts at most `limit` of each. */
  readonly tally: (tenant: Tenant, endpointId: string, limit: number) => Promise<QueueTally>;
  /** Notes attempts, in order. */
  readonly note: (attempts: ReadonlyArray<DeliveryAttempt>) => Promise<void>;
  /** Attempts of an endpoint, newest first, at most `limit`, from below the place `before` on. */
  readonly attempts: (
    tenant: Tenant,
    endpointId: string,
    before: number | undefined,
    limit: number,
  ) => Promise<ReadonlyArray<PlacedAttempt>>;
  /** Forgets attempts that were made before a moment, the oldest first, at most `limit`. */
  readonly forgetAttempts: (
    tenant: Tenant,
    endpointId: string,
    before: EpochMs,
    limit: number,
  ) => Promise<void>;
  /** Forgets an endpoint: its progress, its queue and its attempts. */
  readonly forget: (tenant: Tenant, endpointId: string) => Promise<void>;
}
