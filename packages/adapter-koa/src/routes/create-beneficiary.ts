import { CreateBeneficiaryInput, CreatedBeneficiary } from '@hundi/core';
import { createdBeneficiary, newBeneficiary } from '../examples/beneficiaries.js';
import { jsonBody } from '../http/json-body.js';
import { route } from '../route.js';

export const createBeneficiary = route({
  method: 'POST',
  path: '/v1/partner/beneficiaries',
  scope: 'beneficiaries:write',
  about: {
    operationId: 'createBeneficiary',
    section: '4.2',
    tag: 'Beneficiaries',
    summary: 'Create a beneficiary',
    description:
      'Adds a beneficiary in the state pending_approval. It becomes usable for payouts once a checker has approved it.',
  },
  params: {},
  query: {},
  headers: {},
  body: jsonBody(CreateBeneficiaryInput, newBeneficiary),
  refusals: ['InvalidInput', 'ActorNotFound', 'NotABeneficiaryMaker', 'DuplicateBeneficiary'],
  success: { status: 201, body: CreatedBeneficiary, example: createdBeneficiary },
  run: (engine, { caller, body }) =>
    engine.createBeneficiary(caller.tenant, body, { keyId: caller.keyId }),
  reply: (body) => ({ body }),
});
