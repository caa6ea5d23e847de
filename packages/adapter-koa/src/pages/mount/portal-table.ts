import type { Hundi } from '@hundi/core';
import { requireOneOf } from '../../route/feature-routes.js';
import { routeTable, type RouteTable } from '../../route/route-table.js';
import type { PageRoute } from '../page-route.js';
import { approvalRoutes } from '../portal/approvals/approval-routes.js';
import { frontRoutes } from '../portal/front-routes.js';
import { insideRoutes } from '../portal/inside.js';
import { loginRoutes, toLogin } from '../portal/login/login-routes.js';
import { lookAfterRoutes } from '../portal/look-after/look-after-routes.js';
import type { Mailbox } from '../portal/mailbox.js';
import { proveRoutes } from '../portal/prove.js';
import { settingsRoutes } from '../portal/settings/settings-routes.js';

const nextSegment = (path: string): string => path.split('/')[2] ?? '';

/**
 * The routes of the pages for people. The API beside them, `/portal/v1`, and its description are none of theirs.
 *
 * @throws when the portal is off.
 */
export const portalPagesOf = (engine: Hundi, mailbox: Mailbox): RouteTable<PageRoute> => {
  requireOneOf(engine, 'hundiPortalPages', ['portal']);
  const inside = insideRoutes(toLogin);
  const routes = [
    ...loginRoutes(mailbox),
    ...proveRoutes(inside, mailbox),
    ...frontRoutes(inside),
    ...settingsRoutes(inside, mailbox),
    ...lookAfterRoutes(engine, inside, mailbox),
    ...approvalRoutes(inside),
  ];
  const places = new Set(routes.map(({ path }) => nextSegment(path)));
  const table = routeTable('/portal', routes);
  return { ...table, owns: (path) => table.owns(path) && places.has(nextSegment(path)) };
};
