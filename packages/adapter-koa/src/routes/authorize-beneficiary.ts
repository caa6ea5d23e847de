import { AuthorizeBeneficiaryInput } from '@hundi/core';
import * as t from 'io-ts';
import { jsonBody } from '../http/json-body.js';
import { pathId } from '../http/path-id.js';
import { route } from '../route.js';

const [Required, Optional] = AuthorizeBeneficiaryInput.types;
const { beneficiaryId, ...required } = Required.type.props;

/** §4.3 */
export const authorizeBeneficiary = route({
  method: 'POST',
  path: '/v1/partner/beneficiaries/{beneficiaryId}/authorize',
  scope: 'beneficiaries:authorize',
  params: { beneficiaryId: pathId(beneficiaryId) },
  query: {},
  headers: {},
  body: jsonBody(t.intersection([t.strict(required), Optional])),
  run: (engine, { caller, params, body }) =>
    engine.authorizeBeneficiary(caller.tenant, { ...params, ...body }),
  reply: (body) => ({ status: 200, body }),
});
