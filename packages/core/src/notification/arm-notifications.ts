import { lookingWork } from '../duty/notification-work.js';
import { token } from '../kernel/token.js';
import type { Feature } from '../kernel/use-case/feature-off.js';
import type { CorporateTenantId } from '../kernel/values/ids.js';
import type { Clock } from '../ports/clock.js';
import { commit } from '../storage/commit.js';
import type { Storage } from '../storage/storage.js';

/**
 * Has every corporate with a journal looked at for what its people are to be mailed of: those that were there before
 * notifications were switched on, too. Doing it again changes nothing.
 */
export type ArmNotifications = () => Promise<void>;
export const ArmNotifications = token<ArmNotifications>('ArmNotifications');

const CORPORATES_A_COMMIT = 200;

/** @param features those that the host switches on: while notifications are off, nothing is armed */
export const makeArmNotifications =
  (
    storage: Storage,
    clock: Clock,
    features: { readonly off: ReadonlyMap<Feature, unknown> },
  ): ArmNotifications =>
  async () => {
    if (features.off.has('notifications')) return;
    let after: CorporateTenantId | undefined;
    do {
      const from = after;
      const tenants = await storage.read(({ seals }) => seals.tenants(from, CORPORATES_A_COMMIT));
      const now = clock.now();
      await commit(storage, ({ work }) =>
        work.wake(tenants.map((tenant) => lookingWork(tenant, now))),
      );
      after = tenants.length < CORPORATES_A_COMMIT ? undefined : tenants.at(-1)?.corporateTenantId;
    } while (after !== undefined);
  };
