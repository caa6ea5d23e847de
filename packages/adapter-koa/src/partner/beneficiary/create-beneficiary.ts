import { CreatedBeneficiary, NewBeneficiary } from '@hundi/core/wire';
import { createdBeneficiary, newBeneficiary } from '../../examples/beneficiaries.js';
import { optionalKey, replayHeader, REPLAYED } from '../../http/idempotency-key.js';
import { jsonBody } from '../../http/body/json-body.js';
import { onceIfKeyed } from '../../http/once-if-keyed.js';
import { route } from '../../route/route.js';

const PATH = '/v1/partner/beneficiaries';

export const createBeneficiary = route({
  method: 'POST',
  path: PATH,
  scope: 'beneficiaries:write',
  about: {
    operationId: 'createBeneficiary',
    section: '4.2',
    tag: 'Beneficiaries',
    summary: 'Create a beneficiary',
    description:
      'Adds a beneficiary in the state pending_approval. It can be used for payouts once a checker has approved it. With an Idempotency-Key, repeating the request does not create a second one.',
  },
  params: {},
  query: {},
  headers: { 'idempotency-key': optionalKey('') },
  body: jsonBody(NewBeneficiary, newBeneficiary),
  refusals: [
    'InvalidInput',
    'ActorNotFound',
    'NotABeneficiaryMaker',
    'PackagesDenied',
    'DuplicateBeneficiary',
    'IdempotencyKeyReused',
  ],
  success: {
    status: 201,
    body: CreatedBeneficiary,
    headers: replayHeader,
    example: createdBeneficiary,
  },
  run: (engine, { caller: { tenant, keyId }, headers, body }) =>
    onceIfKeyed(
      engine,
      { tenant, route: `POST ${PATH}`, values: body },
      headers['idempotency-key'],
      (changes) => changes.createBeneficiary(tenant, { ...body, via: { keyId } }),
    ),
  reply: ({ answer, replayed }) => ({ body: answer, ...(replayed && { headers: REPLAYED }) }),
});
