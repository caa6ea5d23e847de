import { BrowsedBeneficiary, DeactivateBeneficiaryInput, record } from '@hundi/core/wire';
import { deactivatedBeneficiary, deactivation } from '../../examples/beneficiaries.js';
import { jsonBody } from '../../http/body/json-body.js';
import { optionalKey, replayHeader, REPLAYED } from '../../http/idempotency-key.js';
import { onceIfKeyed } from '../../http/once-if-keyed.js';
import { pathId } from '../../http/path-id.js';
import { route } from '../../route/route.js';

const { beneficiaryId, ...required } = DeactivateBeneficiaryInput.required;
const { via: _key, ...optional } = DeactivateBeneficiaryInput.optional;
const Body = record('DeactivateBeneficiary', required, optional);

const PATH = '/v1/partner/beneficiaries/{beneficiaryId}/deactivate';

export const deactivateBeneficiary = route({
  method: 'POST',
  path: PATH,
  scope: 'beneficiaries:write',
  about: {
    operationId: 'deactivateBeneficiary',
    tag: 'Beneficiaries',
    summary: 'Deactivate a beneficiary',
    description:
      'Ends an approved beneficiary: no further payout goes to it, its beneId and accounts are free for another one, and a change that waits is dropped. Payouts that are open keep what they were accepted with. It needs no checker. With an Idempotency-Key, repeating the request returns the first answer.',
  },
  params: { beneficiaryId: pathId(beneficiaryId) },
  query: {},
  headers: { 'idempotency-key': optionalKey('') },
  body: jsonBody(Body, deactivation),
  refusals: [
    'ActorNotFound',
    'NotABeneficiaryMaker',
    'BeneficiaryNotFound',
    'BeneficiaryNotActive',
    'IdempotencyKeyReused',
  ],
  success: {
    status: 200,
    body: BrowsedBeneficiary,
    headers: replayHeader,
    example: deactivatedBeneficiary,
  },
  run: (engine, { caller: { tenant, keyId }, params, headers, body }) =>
    onceIfKeyed(
      engine,
      { tenant, route: `POST ${PATH}`, values: { params, body } },
      headers['idempotency-key'],
      (changes) => changes.deactivateBeneficiary(tenant, { ...params, ...body, via: { keyId } }),
    ),
  reply: ({ answer, replayed }) => ({ body: answer, ...(replayed && { headers: REPLAYED }) }),
});
