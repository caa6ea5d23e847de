import { cardRoutes, linkRoutes } from './card/card-routes.js';
import type { PageRoute } from './page-route.js';
import { payoutRoutes } from './payout/payout-routes.js';

/** Every hosted page, by the prefix that it lies under. */
export const hostedRoutes: Readonly<Record<`/${string}`, ReadonlyArray<PageRoute>>> = {
  '/payout': payoutRoutes,
  '/pay': cardRoutes,
  '/link': linkRoutes,
};
