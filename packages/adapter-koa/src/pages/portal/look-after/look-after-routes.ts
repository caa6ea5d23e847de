import type { Hundi } from '@hundi/core';
import type { PageRoute } from '../../page-route.js';
import type { InsideRoutes } from '../inside.js';
import type { Mailbox } from '../mailbox.js';
import { auditRoutes } from './audit.js';
import { checkoutRoutes } from './checkout.js';
import { keyRoutes } from './keys.js';
import { linkRoutes } from './links.js';
import { hasPart } from './parts.js';
import { peopleRoutes } from './people.js';
import { policyRoutes } from './policies.js';
import { waitingRoutes } from './waiting.js';
import { webhookRoutes } from './webhooks.js';

/** The pages for people who look after their company, of the features that are on. */
export const lookAfterRoutes = (
  engine: Hundi,
  routes: InsideRoutes,
  mailbox: Mailbox,
): ReadonlyArray<PageRoute> => [
  ...waitingRoutes(routes, mailbox),
  ...keyRoutes(routes, mailbox),
  ...(hasPart(engine, 'webhooks') ? webhookRoutes(routes, mailbox) : []),
  ...(hasPart(engine, 'links') ? linkRoutes(routes, mailbox) : []),
  ...checkoutRoutes(routes, mailbox),
  ...peopleRoutes(routes, mailbox),
  ...auditRoutes(routes),
  ...policyRoutes(routes, mailbox),
];
