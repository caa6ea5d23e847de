import type { Tenant } from '../kernel/values/tenant.js';
import type { EpochMs } from '../kernel/values/time.js';
import type { SettingsChange } from '../model/settings/change/settings-change.js';

/** Proposed changes of settings, in every state. */
export interface SettingsChangeStore {
  readonly add: (change: SettingsChange) => Promise<void>;
  readonly find: (tenant: Tenant, changeId: string) => Promise<SettingsChange | undefined>;
  /** Writes the next revision. One that does not follow the stored one undoes the unit, which is then run again. */
  readonly replace: (next: SettingsChange) => Promise<void>;
  /** By id, the last one first, at most `limit`, from below the id `before` on. */
  readonly latest: (
    tenant: Tenant,
    limit: number,
    before?: string,
  ) => Promise<ReadonlyArray<SettingsChange>>;
  /** Those that are pending and not expired, in no order. */
  readonly pending: (tenant: Tenant, now: EpochMs) => Promise<ReadonlyArray<SettingsChange>>;
}
