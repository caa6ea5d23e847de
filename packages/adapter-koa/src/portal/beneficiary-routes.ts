import {
  alias,
  AuthorizeBeneficiaryInput,
  AuthorizedBeneficiary,
  BeneficiaryState,
  BrowsedBeneficiary,
} from '@hundi/core';
import * as t from 'io-ts';
import { authorizedBeneficiary } from '../examples/beneficiaries.js';
import { browsedPage } from '../examples/portal.js';
import { jsonBody } from '../http/body/json-body.js';
import { pageAnswer, pageOf } from '../http/list-answer.js';
import { clampedPageQuery, Search } from '../http/page-query.js';
import { pathId } from '../http/path-id.js';
import { portalRoute } from '../route/route.js';
import { portalChange } from './portal-change.js';

const StateQuery = t.union([
  alias(BeneficiaryState, { description: 'In one state; in any by default.' }),
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
      'Lists the beneficiaries that have a package which the roles of the person reach, oldest first, for people who make or approve beneficiaries.',
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
      userId: caller.userId,
      ...(approvalState !== undefined && { state: approvalState }),
      ...(search !== undefined && { search }),
    }),
  reply: pageOf,
});

const [Required, Comment] = AuthorizeBeneficiaryInput.types;
const { beneficiaryId, actorUserId: _person, ...required } = Required.type.props;
const BeneficiaryDecision = t.intersection([t.strict(required), Comment], 'BeneficiaryDecision');

export const authorizeBeneficiary = portalChange({
  path: '/portal/v1/beneficiaries/{beneficiaryId}/authorize',
  about: {
    operationId: 'authorizeBeneficiary',
    tag: 'Beneficiaries',
    summary: 'Approve or reject a beneficiary',
    description:
      'For checkers whose roles reach a package of it. Whoever created it, or made the key that it came by, may not authorize it.',
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
  ],
  success: { status: 200, body: AuthorizedBeneficiary, example: authorizedBeneficiary },
  run: (engine, { caller, params, body }) =>
    engine.authorizeBeneficiary(caller.tenant, { ...params, ...body, actorUserId: caller.userId }),
  reply: (body) => ({ body }),
});
