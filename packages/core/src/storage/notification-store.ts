import type { NotificationLook } from '../model/notification/kept/notification-look.js';
import type { PersonNotifications } from '../model/notification/kept/person-notifications.js';
import type { UserId } from '../kernel/values/ids.js';
import type { Tenant } from '../kernel/values/tenant.js';

/** What people want to be mailed of and have been told, and how far the engine has looked for more. */
export interface NotificationStore {
  readonly look: (tenant: Tenant) => Promise<NotificationLook | undefined>;
  /** Adds or overwrites. */
  readonly putLook: (look: NotificationLook) => Promise<void>;
  readonly find: (tenant: Tenant, userId: UserId) => Promise<PersonNotifications | undefined>;
  /** Those of everybody of the corporate who has a record, in no order. */
  readonly ofCorporate: (tenant: Tenant) => Promise<ReadonlyArray<PersonNotifications>>;
  /**
   * Writes the next revision, 1 for a new record. One that does not follow the stored one undoes the unit, which is then
   * run again.
   */
  readonly put: (next: PersonNotifications) => Promise<void>;
}
