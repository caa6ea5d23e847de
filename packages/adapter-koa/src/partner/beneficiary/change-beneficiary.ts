import { BrowsedBeneficiary, ChangeBeneficiaryInput, record } from '@hundi/core/wire';
import { beneficiaryChange, shownBeneficiary } from '../../examples/beneficiaries.js';
import { jsonBody } from '../../http/body/json-body.js';
import { optionalKey, replayHeader, REPLAYED } from '../../http/idempotency-key.js';
import { onceIfKeyed } from '../../http/once-if-keyed.js';
import { pathId } from '../../http/path-id.js';
import { waitingBeneficiary } from './waiting-beneficiary.js';
import { route } from '../../route/route.js';

const { beneficiaryId, ...required } = ChangeBeneficiaryInput.required;
const { via: _key, ...optional } = ChangeBeneficiaryInput.optional;
const Body = record('ChangeBeneficiary', required, optional);

const PATH = '/v1/partner/beneficiaries/{beneficiaryId}';

export const changeBeneficiary = route({
  method: 'PATCH',
  path: PATH,
  scope: 'beneficiaries:write',
  about: {
    operationId: 'changeBeneficiary',
    tag: 'Beneficiaries',
    summary: 'Change a beneficiary, or send it again',
    description:
      'Changes the members that the body names. A new name or account waits for a checker (202): the old values stay in force until a checker approves the change with the authorize call. Packages and contact data change at once (200), unless they come together with a name or an account, or the corporate asks for a second person for its settings. While something waits for a checker, further changes are 409. A rejected or deactivated beneficiary is sent to a checker again (202). Open payouts keep the values that they were accepted with. With an Idempotency-Key, repeating the request returns the first answer.',
  },
  params: { beneficiaryId: pathId(beneficiaryId) },
  query: {},
  headers: { 'idempotency-key': optionalKey('') },
  body: jsonBody(Body, beneficiaryChange),
  refusals: [
    'InvalidInput',
    'ActorNotFound',
    'NotABeneficiaryMaker',
    'BeneficiaryNotFound',
    'PackagesDenied',
    'BeneficiaryAwaitsChecker',
    'BeneficiaryMovedOn',
    'DuplicateBeneficiary',
    'IdempotencyKeyReused',
  ],
  success: {
    status: 200,
    waiting: waitingBeneficiary,
    body: BrowsedBeneficiary,
    headers: replayHeader,
    example: shownBeneficiary,
  },
  run: (engine, { caller: { tenant, keyId }, params, headers, body }) =>
    onceIfKeyed(
      engine,
      { tenant, route: `PATCH ${PATH}`, values: { params, body } },
      headers['idempotency-key'],
      (changes) => changes.changeBeneficiary(tenant, { ...params, ...body, via: { keyId } }),
    ),
  reply: ({ answer, replayed }) => ({ body: answer, ...(replayed && { headers: REPLAYED }) }),
});
