import { AuthorizeBeneficiaryInput, AuthorizedBeneficiary, record } from '@hundi/core/wire';
import { authorization, authorizedBeneficiary } from '../../examples/beneficiaries.js';
import { optionalKey, replayHeader, REPLAYED } from '../../http/idempotency-key.js';
import { jsonBody } from '../../http/body/json-body.js';
import { onceIfKeyed } from '../../http/once-if-keyed.js';
import { pathId } from '../../http/path-id.js';
import { route } from '../../route/route.js';

const { beneficiaryId, ...required } = AuthorizeBeneficiaryInput.required;
const { via: _key, ...optional } = AuthorizeBeneficiaryInput.optional;
const Body = record('AuthorizeBeneficiary', required, optional);

const PATH = '/v1/partner/beneficiaries/{beneficiaryId}/authorize';

export const authorizeBeneficiary = route({
  method: 'POST',
  path: PATH,
  scope: 'beneficiaries:authorize',
  about: {
    operationId: 'authorizeBeneficiary',
    section: '4.3',
    tag: 'Beneficiaries',
    summary: 'Approve or reject a beneficiary, or its change',
    description:
      'Lets an approved checker approve or reject a beneficiary created via UI or API, or the change of one that waits, for any package that their roles include. The user who created the beneficiary or asked for the change, or created the API key used for it, cannot authorize it. If the corporate requires separation of duties between keys, no API key can authorize it that was created or rotated by a person who created the beneficiary, asked for the change, or created the API key used for it. Send the `revision` that the checker saw: if the beneficiary has another one by now, the decision is 409 and changes nothing. With an Idempotency-Key, repeating the request returns the first answer.',
  },
  params: { beneficiaryId: pathId(beneficiaryId) },
  query: {},
  headers: { 'idempotency-key': optionalKey('') },
  body: jsonBody(Body, authorization),
  refusals: [
    'ActorNotFound',
    'NotAChecker',
    'BeneficiaryNotFound',
    'CameByOwnKey',
    'CameBySameKey',
    'OwnBeneficiary',
    'NotAwaitingApproval',
    'BeneficiaryMovedOn',
    'DuplicateBeneficiary',
    'IdempotencyKeyReused',
  ],
  success: {
    status: 200,
    body: AuthorizedBeneficiary,
    headers: replayHeader,
    example: authorizedBeneficiary,
  },
  run: (engine, { caller: { tenant, keyId }, params, headers, body }) =>
    onceIfKeyed(
      engine,
      { tenant, route: `POST ${PATH}`, values: { params, body } },
      headers['idempotency-key'],
      (changes) => changes.authorizeBeneficiary(tenant, { ...params, ...body, via: { keyId } }),
    ),
  reply: ({ answer, replayed }) => ({ body: answer, ...(replayed && { headers: REPLAYED }) }),
});
