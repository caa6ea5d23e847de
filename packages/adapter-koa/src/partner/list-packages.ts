import { PackageRecord } from '@hundi/core/wire';
import { packagePage } from '../examples/packages.js';
import { cursorAnswer, cursorPageOf } from '../http/list-answer.js';
import { NotAccepted } from '../http/not-accepted.js';
import { cursorQuery } from '../http/page-query.js';
import { route } from '../route/route.js';

export const listPackages = route({
  method: 'GET',
  path: '/v1/partner/packages',
  scope: 'packages:read',
  about: {
    operationId: 'listPackages',
    section: '4.4',
    tag: 'Packages',
    summary: 'List payment packages',
    description:
      "Lists every payment package of the corporate bound to the key, usable or not. The key's creator must hold a permission to view, edit or approve settings when the request is made.",
  },
  params: {},
  query: {
    ...cursorQuery(50, 100),
    initiatedByUserId: NotAccepted,
    bankTenantId: NotAccepted,
    corporateTenantId: NotAccepted,
    corporateId: NotAccepted,
    actorUsername: NotAccepted,
  },
  headers: {},
  refusals: ['KeyCreatorNotEligible', 'InvalidCursor'],
  success: {
    status: 200,
    body: cursorAnswer('PackagePage', PackageRecord),
    example: packagePage,
  },
  run: (engine, { caller, query: { limit, after } }) =>
    engine.listPackages(caller, { limit, ...(after !== undefined && { after }) }),
  reply: cursorPageOf,
});
