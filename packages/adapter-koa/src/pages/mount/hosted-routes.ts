import type { Feature } from '@hundi/core';
import { cardRoutes, linkRoutes } from '../card/card-routes.js';
import type { PageRoute } from '../page-route.js';
import { payoutRoutes } from '../payout/payout-routes.js';

/** Pages that lie under one prefix, and the feature that they belong to. */
export interface HostedRoutes {
  readonly prefix: `/${string}`;
  readonly feature: Feature;
  readonly routes: ReadonlyArray<PageRoute>;
}

/** Every hosted page. */
export const hostedRoutes: ReadonlyArray<HostedRoutes> = [
  { prefix: '/payout', feature: 'payout-checkout', routes: payoutRoutes },
  { prefix: '/pay', feature: 'collection-checkout', routes: cardRoutes },
  { prefix: '/link', feature: 'payment-links', routes: linkRoutes },
];
