import {
  alias,
  AuthorizeBeneficiaryInput,
  AuthorizedBeneficiary,
  BeneficiaryState,
  BrowsedBeneficiary,
  record,
} from '@hundi/core';
import * as t from 'io-ts';
import { authorizedBeneficiary } from '../examples/beneficiaries.js';
import { browsedPage } from '../examples/portal.js';
import { jsonBody } from '../http/body/json-body.js';
import { pageAnswer, pageOf } from '../http/list-answer.js';
import { clampedPageQuery, Search } from '../http/page-query.js';
import { pathId } from '../http/path-id.js';
import { portalRoute } from '../route/route.js';
import { portalChange } from '../route/portal-change.js';

const StateQuery = t.union([
  alias(BeneficiaryState, { description: 'Only items in this state; default: any state.' }),
  t.undefined,
]);

export const browseBeneficiaries = portalRoute({
  method: 'GET',
  path: '/portal/v1/beneficiaries',
  about: {
    operationId: 'browseBeneficiaries',
    tag: 'Beneficiaries',
    summary: 'List beneficiaries in any state',
    description:
      'Lists the beneficiaries of the packages that the roles of the user include, oldest first. Requires a permission to create or approve beneficiaries.',
  },
  params: {},
  query: { approvalState: StateQuery, search: Search, ...clampedPageQuery(50, 100) },
  headers: {},
  refusals: ['ActorNotFound', 'NotABeneficiaryReader'],
  success: {
    status: 200,
    body: pageAnswer('BrowsedBeneficiaryPage', BrowsedBeneficiary),
    example: browsedPage,
  },
  run: (engine, { caller, query: { approvalState, search, ...page } }) =>
    engine.browseBeneficiaries(caller.tenant, {
      ...page,
      actorUserId: caller.userId,
      ...(approvalState !== undefined && { state: approvalState }),
      ...(search !== undefined && { search }),
    }),
  reply: pageOf,
});

const { beneficiaryId, actorUserId: _person, ...required } = AuthorizeBeneficiaryInput.required;
const { via: _key, ...optional } = AuthorizeBeneficiaryInput.optional;
const BeneficiaryDecision = record('BeneficiaryDecision', required, optional);

export const authorizeBeneficiary = portalChange({
  path: '/portal/v1/beneficiaries/{beneficiaryId}/authorize',
  about: {
    operationId: 'authorizeBeneficiary',
    tag: 'Beneficiaries',
    summary: 'Approve or reject a beneficiary',
    description:
      'Approves or rejects a beneficiary. Requires a checker whose roles include a package of the beneficiary. The user who created the beneficiary, or created the API key used for it, cannot authorize it.',
  },
  params: { beneficiaryId: pathId(beneficiaryId) },
  body: jsonBody(BeneficiaryDecision, { action: 'approve', comment: 'Cheque seen' }),
  refusals: [
    'ActorNotFound',
    'NotAChecker',
    'BeneficiaryNotFound',
    'CameByOwnKey',
    // The use case refuses it of keys only; its type does not say so.
    'CameBySameKey',
    'OwnBeneficiary',
    'NotAwaitingApproval',
    'DuplicateBeneficiary',
  ],
  success: { status: 200, body: AuthorizedBeneficiary, example: authorizedBeneficiary },
  run: (engine, { caller, params, body }) =>
    engine.authorizeBeneficiary(caller.tenant, { ...params, ...body, actorUserId: caller.userId }),
  reply: (body) => ({ body }),
});
