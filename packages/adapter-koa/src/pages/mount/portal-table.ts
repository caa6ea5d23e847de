import type { Hundi } from '@hundi/core';
import { routeTable, type RouteTable } from '../../route/route-table.js';
import type { PageRoute } from '../page-route.js';
import { approvalRoutes } from '../portal/approvals/approval-routes.js';
import { beneficiaryRoutes } from '../portal/beneficiaries/beneficiary-routes.js';
import { frontRoutes } from '../portal/front-routes.js';
import { insideRoutes } from '../portal/inside.js';
import { loginRoutes, toLogin } from '../portal/login/login-routes.js';
import { jobRoutes } from '../portal/jobs/job-routes.js';
import { lookAfterRoutes } from '../portal/look-after/look-after-routes.js';
import type { Mailbox } from '../portal/mailbox.js';
import { payRoutes } from '../portal/pay/pay-routes.js';
import { payoutRoutes } from '../portal/payouts/payout-routes.js';
import { proveRoutes } from '../portal/prove.js';
import { reportRoutes } from '../portal/reports/report-routes.js';
import { mailsRoutes } from '../portal/settings/mails-routes.js';
import { settingsRoutes } from '../portal/settings/settings-routes.js';
import { uploadRoutes, type UploadOptions } from '../portal/upload/upload-routes.js';

/** The routes of the pages for people. */
export const portalRoutesOf = (
  engine: Hundi,
  mailbox: Mailbox,
  upload: UploadOptions,
): ReadonlyArray<PageRoute> => {
  const inside = insideRoutes(toLogin, { upload: upload.files !== undefined });
  return [
    ...loginRoutes(mailbox),
    ...proveRoutes(inside, mailbox),
    ...frontRoutes(inside),
    ...settingsRoutes(inside, mailbox),
    ...mailsRoutes(engine, inside),
    ...lookAfterRoutes(engine, inside, mailbox),
    ...approvalRoutes(inside),
    ...payoutRoutes(inside),
    ...jobRoutes(inside),
    ...payRoutes(inside),
    ...uploadRoutes(inside, upload),
    ...beneficiaryRoutes(inside),
    ...reportRoutes(inside),
  ];
};

/** The same as what finds the route of a request. */
export const portalPagesOf = (
  engine: Hundi,
  mailbox: Mailbox,
  upload: UploadOptions,
): RouteTable<PageRoute> => routeTable('/portal', portalRoutesOf(engine, mailbox, upload));
