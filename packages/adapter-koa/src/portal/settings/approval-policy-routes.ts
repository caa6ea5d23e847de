import {
  ApprovalPolicy,
  ApprovalPolicyDraft,
  ApprovalPolicyVersion,
  documented,
  PolicyPreview,
  record,
  SettingsChangeView,
} from '@hundi/core/wire';
import {
  approvalPolicy,
  approvalPolicyHistory,
  policyDraft,
  policyPreview,
  proposedPolicy,
} from '../../examples/approval-policy.js';
import { jsonBody } from '../../http/body/json-body.js';
import { cursorAnswer, cursorPageOf } from '../../http/list-answer.js';
import { cursorQuery } from '../../http/page-query.js';
import { portalChange } from '../../route/portal-change.js';
import { portalRoute } from '../../route/route.js';
import { givenBy } from '../../route/given-by.js';

const TAG = 'Approval policy';

const RULES_MAX = 200;

const draft = {
  ...jsonBody(ApprovalPolicyDraft, policyDraft),
  rows: { member: 'approvalMatrix', items: 'rules', max: RULES_MAX },
};

const History = record(
  'ApprovalPolicyHistory',
  {
    inForce: ApprovalPolicy,
    ...cursorAnswer('ApprovalPolicyHistory', ApprovalPolicyVersion).required,
  },
  {},
);

export const getApprovalPolicy = portalRoute({
  method: 'GET',
  path: '/portal/v1/approval-policy',
  about: {
    operationId: 'getApprovalPolicy',
    tag: TAG,
    summary: 'Read the approval policy and its history',
    description:
      'Returns the approval policy in force, which decides the levels of new payouts, and its versions, newest first. Each version names who proposed and who approved it. Requires a permission to view, edit or approve settings.',
  },
  params: {},
  query: cursorQuery(50, 100),
  headers: {},
  refusals: ['ActorNotFound', 'SettingsDenied', 'InvalidCursor'],
  success: { status: 200, body: History, example: approvalPolicyHistory },
  run: (engine, { caller, query: { limit, after } }) =>
    engine.getApprovalPolicy(caller.tenant, {
      actorUserId: caller.userId,
      limit,
      ...(after !== undefined && { after }),
    }),
  reply: ({ inForce, ...page }) => ({ body: { inForce, ...cursorPageOf(page).body } }),
});

export const previewApprovalPolicy = portalRoute({
  method: 'POST',
  path: '/portal/v1/approval-policy/preview',
  about: {
    operationId: 'previewApprovalPolicy',
    tag: TAG,
    summary: 'Show what a draft of the approval policy would change',
    description:
      'Compares the levels of payouts with those that a draft asks for: payouts that wait for approval now, and those accepted in the last 90 days. Returns counts and amounts, by the change of levels, and changes nothing. A payout keeps the levels that it was accepted with. A draft that names an unknown package, or a role that is unknown or may not approve payouts, or leaves an amount of a package without a rule, is 400. Requires a permission to view, edit or approve settings.',
  },
  params: {},
  query: {},
  headers: {},
  body: draft,
  // It may look at 200,000 payouts.
  atOnce: 1,
  refusals: ['ActorNotFound', 'SettingsDenied'],
  success: { status: 200, body: PolicyPreview, example: policyPreview },
  run: (engine, { caller, body }) =>
    engine.previewApprovalPolicy(caller.tenant, { ...body, actorUserId: caller.userId }),
  reply: (body) => ({ body }),
});

const Proposed = documented(
  record('PutApprovalPolicy', ApprovalPolicy.required, {
    ...ApprovalPolicy.optional,
    settingsChange: SettingsChangeView,
  }),
  {
    description:
      'The approval policy in force. If the response has a settingsChange, the requested policy waits for approval by a second person.',
  },
);

export const putApprovalPolicy = portalChange({
  confirmed: true,
  method: 'PUT',
  path: '/portal/v1/approval-policy',
  about: {
    operationId: 'putApprovalPolicy',
    tag: TAG,
    summary: 'Propose an approval policy',
    description:
      'Proposes an approval policy. It always waits for another user who can approve settings (202), and then decides about payouts that intake accepts from there on; payouts that exist keep their levels. A policy that is in force already is 200, and nothing waits. Name every rule: the draft replaces the whole policy. A draft that names an unknown package, or a role that is unknown or may not approve payouts, or leaves an amount of a package without a rule, is 400. Requires the permission to edit settings; where the corporate asks for a second factor at approvals, give one first with POST /portal/v1/factor-challenges.',
  },
  params: {},
  body: draft,
  refusals: ['ActorNotFound', 'SettingsDenied', 'SecondFactorNeeded', 'TooManySettingsChanges'],
  success: {
    status: 200,
    waiting: {
      isSo: ({ settingsChange }) => settingsChange !== undefined,
      example: proposedPolicy,
    },
    body: Proposed,
    example: approvalPolicy,
  },
  run: (engine, { caller, body }) =>
    engine.putApprovalPolicy(caller.tenant, {
      ...body,
      actorUserId: caller.userId,
      ...givenBy(caller),
    }),
  reply: (body) => ({ body }),
});
