import { writeRecordsAcross } from '../writer/write-changes.js';
import { lookingWork } from '../duty/notification-work.js';
import { recipe, token } from '../../kernel/token.js';
import { Features } from '../../kernel/use-case/feature-off.js';
import type { Tenant } from '../../kernel/values/tenant.js';
import { Clock } from '../../ports/clock.js';
import { allTenants } from '../../storage/all-tenants.js';
import { commit } from '../../storage/commit.js';
import { Storage, type Stores } from '../../storage/storage.js';

/**
 * Has corporates looked at from now on for what their people are to be mailed of. Doing it again changes nothing, and while
 * notifications are off neither does anything.
 */
export interface NotificationLooks {
  /** At these, in a unit of work. */
  readonly begin: (stores: Stores, tenants: ReadonlyArray<Tenant>) => Promise<void>;
  /** At every one with a journal: those that were there before notifications were switched on, too. */
  readonly beginAll: () => Promise<void>;
}
export const NotificationLooks = token<NotificationLooks>('NotificationLooks');

const CORPORATES_A_COMMIT = 200;

export const makeNotificationLooks = recipe(
  NotificationLooks,
  { Storage, Clock, Features },
  ({ storage, clock, features }) => {
    const isOff = features.off.has('notifications');

    const begin: NotificationLooks['begin'] = async (stores, tenants) => {
      if (isOff) return;
      const now = clock.now();
      const wakes = tenants.map((tenant) => lookingWork(tenant, now));
      await writeRecordsAcross(stores, { wakes });
    };

    return {
      begin,
      beginAll: async () => {
        if (isOff) return;
        for await (const tenants of allTenants(storage, CORPORATES_A_COMMIT))
          await commit(storage, (stores) => begin(stores, tenants));
      },
    };
  },
);
