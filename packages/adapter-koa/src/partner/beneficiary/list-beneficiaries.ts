import { BeneficiaryRecord } from '@hundi/core/wire';
import { beneficiaryPage } from '../../examples/beneficiaries.js';
import { pageAnswer, pageOf } from '../../http/list-answer.js';
import { clampedPageQuery, Search } from '../../http/page-query.js';
import { route } from '../../route/route.js';

export const listBeneficiaries = route({
  method: 'GET',
  path: '/v1/partner/beneficiaries',
  scope: 'beneficiaries:read',
  about: {
    operationId: 'listBeneficiaries',
    section: '4.1',
    tag: 'Beneficiaries',
    summary: 'List beneficiaries',
    description: 'Lists active, approved beneficiaries of the corporate bound to the key.',
  },
  params: {},
  query: { search: Search, ...clampedPageQuery(50, 100) },
  headers: {},
  refusals: [],
  success: {
    status: 200,
    body: pageAnswer('BeneficiaryPage', BeneficiaryRecord),
    example: beneficiaryPage,
  },
  run: (engine, { caller, query: { search, ...page } }) =>
    engine.listBeneficiaries(caller.tenant, {
      ...page,
      ...(search !== undefined && { search }),
    }),
  reply: pageOf,
});
