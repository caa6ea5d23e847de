import type { Tenant } from '../kernel/values/tenant.js';
import type { EventType } from '../model/journal/entry/event-type.js';
import type { SealedEvent } from '../model/journal/entry/sealed-event.js';

/** The sealed events of each corporate. Only sealing writes them ({@link SealStore.write}); they never change. */
export interface EventStore {
  /**
   * Events behind a position (0: from the first on), by position, at most `limit`. If `types` names any, only those
   * are returned: finding few among many costs no more than finding all.
   */
  readonly after: (
    tenant: Tenant,
    position: number,
    limit: number,
    types?: ReadonlyArray<EventType>,
  ) => Promise<ReadonlyArray<SealedEvent>>;
  /** Those of these ids that exist, by position. */
  readonly of: (
    tenant: Tenant,
    eventIds: ReadonlyArray<string>,
  ) => Promise<ReadonlyArray<SealedEvent>>;
  /** Those at these positions that exist, by position. */
  readonly at: (
    tenant: Tenant,
    positions: ReadonlyArray<number>,
  ) => Promise<ReadonlyArray<SealedEvent>>;
  /** The position of the last event; 0 before the first. */
  readonly lastPosition: (tenant: Tenant) => Promise<number>;
}
