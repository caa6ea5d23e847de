import type { Tenant } from '../kernel/values/tenant.js';
import type { EpochMs } from '../kernel/values/time.js';

/** Names a request for ever: tenant, route and key (decisions §2). */
export interface RequestKey {
  readonly tenant: Tenant;
  readonly route: string;
  readonly key: string;
}

/** The answer that was given to a request, and the fingerprint of the request it was given to. */
export interface KeptAnswer extends RequestKey {
  readonly fingerprint: string;
  /** The kind of answer, in the use case's own words; the adapter maps it to a status. */
  readonly outcome: string;
  /** The body, byte for byte. */
  readonly body: string;
  readonly at: EpochMs;
}

export interface IdempotencyStore {
  /** Those of the keys that have an answer, in no order. */
  readonly find: (keys: ReadonlyArray<RequestKey>) => Promise<ReadonlyArray<KeptAnswer>>;
  /**
   * Keeps the answers whose key is free and says which those are. A key that another unit of work is
   * keeping just now is waited for: it is then either free or taken.
   */
  readonly add: (answers: ReadonlyArray<KeptAnswer>) => Promise<ReadonlyArray<KeptAnswer>>;
}
