import { AuthorizeBeneficiaryInput, AuthorizedBeneficiary, record } from '@hundi/core';
import { authorization, authorizedBeneficiary } from '../../examples/beneficiaries.js';
import { jsonBody } from '../../http/body/json-body.js';
import { pathId } from '../../http/path-id.js';
import { route } from '../../route/route.js';

const { beneficiaryId, ...required } = AuthorizeBeneficiaryInput.required;
const { via: _key, ...optional } = AuthorizeBeneficiaryInput.optional;
const Body = record('AuthorizeBeneficiary', required, optional);

export const authorizeBeneficiary = route({
  method: 'POST',
  path: '/v1/partner/beneficiaries/{beneficiaryId}/authorize',
  scope: 'beneficiaries:authorize',
  about: {
    operationId: 'authorizeBeneficiary',
    section: '4.3',
    tag: 'Beneficiaries',
    summary: 'Approve or reject a beneficiary',
    description:
      'Lets an approved checker approve or reject a beneficiary created via UI or API, for any package that their roles include. The user who created the beneficiary, or created the API key used for it, cannot authorize it. If the corporate requires separation of duties between keys, the same API key cannot authorize it either.',
  },
  params: { beneficiaryId: pathId(beneficiaryId) },
  query: {},
  headers: {},
  body: jsonBody(Body, authorization),
  refusals: [
    'ActorNotFound',
    'NotAChecker',
    'BeneficiaryNotFound',
    'CameByOwnKey',
    'CameBySameKey',
    'OwnBeneficiary',
    'NotAwaitingApproval',
  ],
  success: { status: 200, body: AuthorizedBeneficiary, example: authorizedBeneficiary },
  run: (engine, { caller, params, body }) =>
    engine.authorizeBeneficiary(caller.tenant, {
      ...params,
      ...body,
      via: { keyId: caller.keyId },
    }),
  reply: (body) => ({ body }),
});
