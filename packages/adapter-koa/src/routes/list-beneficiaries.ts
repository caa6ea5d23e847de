import { E, type BeneficiaryRecord, type Page } from '@hundi/core';
import { pageQuery, Search } from '../http/page-query.js';
import { route } from '../route.js';

/** §4.1 */
export const listBeneficiaries = route({
  method: 'GET',
  path: '/v1/partner/beneficiaries',
  scope: 'beneficiaries:read',
  params: {},
  query: { search: Search, ...pageQuery(50, 100) },
  headers: {},
  run: async (engine, { caller, query: { search, ...page } }) =>
    E.right(
      await engine.listBeneficiaries(caller.tenant, {
        ...page,
        ...(search !== undefined && { search }),
      }),
    ),
  reply: ({ items, page, limit, total }: Page<BeneficiaryRecord>) => ({
    status: 200,
    body: { items, pagination: { page, limit, total, hasMore: page * limit < total } },
  }),
});
