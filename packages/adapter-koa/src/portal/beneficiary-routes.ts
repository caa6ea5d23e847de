import { Whole, type CursorPage, type E, type InvalidInput } from '@hundi/core';
import {
  alias,
  AuthorizeBeneficiaryInput,
  AuthorizedBeneficiary,
  BeneficiaryState,
  BrowsedBeneficiary,
  BeneficiaryDetails,
  ChangeBeneficiaryInput,
  CreatedBeneficiary,
  DeactivateBeneficiaryInput,
  record,
  type BrowseBeneficiariesError,
  type BrowsedPage,
  type FollowBeneficiariesError,
} from '@hundi/core/wire';
import * as t from 'io-ts';
import {
  authorizedBeneficiary,
  beneficiaryDetails,
  changingBeneficiary,
  createdBeneficiary,
  deactivatedBeneficiary,
  deactivation,
  mergedAccounts,
  shownBeneficiary,
} from '../examples/beneficiaries.js';
import { browsedPage } from '../examples/portal.js';
import { jsonBody } from '../http/body/json-body.js';
import { clampedPageQuery, cursorQuery, Search } from '../http/page-query.js';
import { pathId } from '../http/path-id.js';
import { waitingBeneficiary } from '../partner/beneficiary/waiting-beneficiary.js';
import { portalRoute } from '../route/route.js';
import { portalChange } from '../route/portal-change.js';

const StateQuery = t.union([
  alias(BeneficiaryState, { description: 'Only items in this state; default: any state.' }),
  t.undefined,
]);

const PendingQuery = t.union([
  alias(t.literal('true'), {
    description: 'Only beneficiaries of which a change waits for a checker.',
  }),
  t.undefined,
]);

const BrowsedPageAnswer = record(
  'BrowsedBeneficiaryPage',
  {
    items: t.readonlyArray(BrowsedBeneficiary),
    pagination: record(
      'BrowsedPageInfo',
      {
        limit: Whole,
        hasMore: t.boolean,
        nextCursor: alias(t.union([t.string, t.null]), {
          description:
            'Pass it as `after` to get the next page, which costs the same however long the list is; null after the last item.',
        }),
      },
      {
        page: alias(Whole, { description: 'Counted from 1. Absent after a cursor.' }),
        total: alias(Whole, {
          description: 'The number of items in all pages. Absent after a cursor.',
        }),
      },
    ),
  },
  {},
);

type Browsed = BrowsedPage | CursorPage<BrowsedBeneficiary>;
type BrowseError = InvalidInput | BrowseBeneficiariesError | FollowBeneficiariesError;

export const browseBeneficiaries = portalRoute({
  method: 'GET',
  path: '/portal/v1/beneficiaries',
  about: {
    operationId: 'browseBeneficiaries',
    tag: 'Beneficiaries',
    summary: 'List beneficiaries in any state',
    description:
      'Lists the beneficiaries of the packages that the roles of the user include, oldest first. Requires a permission to create or approve beneficiaries. Pages are counted by `page`; with `after`, the list goes on from the nextCursor of a page, uncounted, and `page` has no effect.',
  },
  params: {},
  query: {
    approvalState: StateQuery,
    changePending: PendingQuery,
    search: Search,
    ...clampedPageQuery(50, 100),
    after: cursorQuery(50, 100).after,
  },
  headers: {},
  refusals: ['ActorNotFound', 'NotABeneficiaryReader', 'InvalidCursor'],
  success: { status: 200, body: BrowsedPageAnswer, example: browsedPage },
  run: (engine, { caller, query }): Promise<E.Either<BrowseError, Browsed>> => {
    const { approvalState, changePending, search, page, limit, after } = query;
    const asked = {
      limit,
      actorUserId: caller.userId,
      ...(approvalState !== undefined && { state: approvalState }),
      ...(changePending !== undefined && { changePending: true as const }),
      ...(search !== undefined && { search }),
    };
    return after === undefined
      ? engine.browseBeneficiaries(caller.tenant, { ...asked, page })
      : engine.followBeneficiaries(caller.tenant, { ...asked, after });
  },
  reply: (found) => {
    const { items, limit, nextCursor } = found;
    const counted = 'total' in found ? { page: found.page, total: found.total } : {};
    const hasMore = nextCursor !== null;
    return { body: { items, pagination: { ...counted, limit, hasMore, nextCursor } } };
  },
});

const { beneficiaryId, actorUserId: _person, ...required } = AuthorizeBeneficiaryInput.required;
const { via: _key, ...optional } = AuthorizeBeneficiaryInput.optional;
const BeneficiaryDecision = record('BeneficiaryDecision', required, optional);

export const authorizeBeneficiary = portalChange({
  path: '/portal/v1/beneficiaries/{beneficiaryId}/authorize',
  about: {
    operationId: 'authorizeBeneficiary',
    tag: 'Beneficiaries',
    summary: 'Approve or reject a beneficiary, or its change',
    description:
      'Approves or rejects a beneficiary, or the change of one that waits. Requires a checker whose roles include a package of the beneficiary. The user who created the beneficiary or asked for the change, or created the API key used for it, cannot authorize it. Send the `revision` that the checker saw: if the beneficiary has another one by now, the decision is 409 and changes nothing.',
  },
  params: { beneficiaryId: pathId(beneficiaryId) },
  body: jsonBody(BeneficiaryDecision, { action: 'approve', comment: 'Cheque seen', revision: 1 }),
  refusals: [
    'ActorNotFound',
    'NotAChecker',
    'BeneficiaryNotFound',
    'CameByOwnKey',
    // The use case refuses it of keys only; its type does not say so.
    'CameBySameKey',
    'OwnBeneficiary',
    'NotAwaitingApproval',
    'BeneficiaryMovedOn',
    'DuplicateBeneficiary',
  ],
  success: { status: 200, body: AuthorizedBeneficiary, example: authorizedBeneficiary },
  run: (engine, { caller, params, body }) =>
    engine.authorizeBeneficiary(caller.tenant, { ...params, ...body, actorUserId: caller.userId }),
  reply: (body) => ({ body }),
});

export const createBeneficiary = portalChange({
  path: '/portal/v1/beneficiaries',
  about: {
    operationId: 'createBeneficiary',
    tag: 'Beneficiaries',
    summary: 'Create a beneficiary',
    description:
      'Adds a beneficiary in the state pending_approval, with you as its maker. It can be used for payouts once a checker has approved it.',
  },
  params: {},
  body: jsonBody(BeneficiaryDetails, beneficiaryDetails),
  refusals: [
    'InvalidInput',
    'ActorNotFound',
    'NotABeneficiaryMaker',
    'PackagesDenied',
    'DuplicateBeneficiary',
  ],
  success: { status: 201, body: CreatedBeneficiary, example: createdBeneficiary },
  run: (engine, { caller: { tenant, userId }, body }) =>
    engine.createBeneficiary(tenant, { ...body, initiatedByUserId: userId }),
  reply: (body) => ({ body }),
});

export const getBeneficiary = portalRoute({
  method: 'GET',
  path: '/portal/v1/beneficiaries/{beneficiaryId}',
  about: {
    operationId: 'getBeneficiary',
    tag: 'Beneficiaries',
    summary: 'Get a beneficiary',
    description:
      'Returns a beneficiary in any state, with the change that waits for a checker (pendingChange). Requires a permission to create or approve beneficiaries of one of its packages.',
  },
  params: { beneficiaryId: pathId(beneficiaryId) },
  query: {},
  headers: {},
  refusals: ['ActorNotFound', 'NotABeneficiaryReader', 'BeneficiaryNotFound'],
  success: { status: 200, body: BrowsedBeneficiary, example: changingBeneficiary },
  run: (engine, { caller, params }) =>
    engine.getBeneficiary(caller.tenant, { ...params, actorUserId: caller.userId }),
  reply: (body) => ({ body }),
});

const { via: _brought, ...changes } = ChangeBeneficiaryInput.optional;
const BeneficiaryChange = record('BeneficiaryChange', {}, changes);

export const changeBeneficiary = portalChange({
  method: 'PATCH',
  path: '/portal/v1/beneficiaries/{beneficiaryId}',
  about: {
    operationId: 'changeBeneficiary',
    tag: 'Beneficiaries',
    summary: 'Change a beneficiary, or send it again',
    description:
      'Changes the members that the body names. A new name or account waits for a checker (202), and the old values stay in force until then. Packages and contact data change at once (200), unless they come together with a name or an account, or the corporate asks for a second person for its settings. A rejected or deactivated beneficiary is sent to a checker again (202).',
  },
  params: { beneficiaryId: pathId(beneficiaryId) },
  body: jsonBody(BeneficiaryChange, mergedAccounts),
  refusals: [
    'InvalidInput',
    'ActorNotFound',
    'NotABeneficiaryMaker',
    'BeneficiaryNotFound',
    'PackagesDenied',
    'BeneficiaryAwaitsChecker',
    'BeneficiaryMovedOn',
    'DuplicateBeneficiary',
  ],
  success: {
    status: 200,
    waiting: waitingBeneficiary,
    body: BrowsedBeneficiary,
    example: shownBeneficiary,
  },
  run: (engine, { caller: { tenant, userId }, params, body }) =>
    engine.changeBeneficiary(tenant, { ...params, ...body, initiatedByUserId: userId }),
  reply: (body) => ({ body }),
});

const { via: _with, ...said } = DeactivateBeneficiaryInput.optional;
const BeneficiaryEnd = record('BeneficiaryEnd', {}, said);

export const deactivateBeneficiary = portalChange({
  path: '/portal/v1/beneficiaries/{beneficiaryId}/deactivate',
  about: {
    operationId: 'deactivateBeneficiary',
    tag: 'Beneficiaries',
    summary: 'Deactivate a beneficiary',
    description:
      'Ends an approved beneficiary: no further payout goes to it, and a change that waits is dropped. Payouts that are open keep what they were accepted with. It needs no checker.',
  },
  params: { beneficiaryId: pathId(beneficiaryId) },
  body: jsonBody(BeneficiaryEnd, { comment: deactivation.comment }),
  refusals: [
    'ActorNotFound',
    'NotABeneficiaryMaker',
    'BeneficiaryNotFound',
    'BeneficiaryNotActive',
  ],
  success: { status: 200, body: BrowsedBeneficiary, example: deactivatedBeneficiary },
  run: (engine, { caller: { tenant, userId }, params, body }) =>
    engine.deactivateBeneficiary(tenant, { ...params, ...body, initiatedByUserId: userId }),
  reply: (body) => ({ body }),
});
