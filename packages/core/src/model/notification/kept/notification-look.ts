import type { Tenant } from '../../../kernel/values/tenant.js';
import type { EpochMs } from '../../../kernel/values/time.js';

/** How far the engine has looked for what the people of a corporate are to be mailed of. */
export interface NotificationLook {
  readonly tenant: Tenant;
  /** The last event whose outcome was noted. */
  readonly position: number;
  /** The last sealed entry by then; absent if a next look finds more though nothing is sealed meanwhile. */
  readonly ordinal?: number;
  readonly lookedAt: EpochMs;
}
