import { CreateBeneficiaryInput } from '@hundi/core';
import { jsonBody } from '../http/json-body.js';
import { route } from '../route.js';

/** §4.2 */
export const createBeneficiary = route({
  method: 'POST',
  path: '/v1/partner/beneficiaries',
  scope: 'beneficiaries:write',
  params: {},
  query: {},
  headers: {},
  body: jsonBody(CreateBeneficiaryInput),
  run: (engine, { caller, body }) => engine.createBeneficiary(caller.tenant, body),
  reply: (body) => ({ status: 201, body }),
});
