import { E, JobId, type Person } from '@hundi/core';
import {
  ApprovalFactorAsked,
  ApprovalsQuery,
  AskApprovalFactorInput,
  AwaitingPayout,
  DecideJobInput,
  DecidePayoutsInput,
  record,
} from '@hundi/core/wire';
import type * as t from 'io-ts';
import { approvalFactorAsked } from '../../examples/portal-factors.js';
import { approvals, approvalsSummed, decision, decisionResults } from '../../examples/portal.js';
import { jsonBody } from '../../http/body/json-body.js';
import { cursorAnswer, cursorPageOf } from '../../http/list-answer.js';
import { cursorQuery } from '../../http/page-query.js';
import { pathId } from '../../http/path-id.js';
import { portalRoute } from '../../route/route.js';
import { portalChange } from '../../route/portal-change.js';
import { ApprovalsSummary, approvalsSummary } from './approvals-summary.js';
import { DecisionResults, resultsOf } from './decision-results.js';

type Asked = { readonly [N in keyof typeof ApprovalsQuery]: t.TypeOf<(typeof ApprovalsQuery)[N]> };

const approvalsAsked = ({ userId }: Person, { state, packageCode, jobId }: Asked) => ({
  actorUserId: userId,
  ...(state !== undefined && { state }),
  ...(packageCode !== undefined && { packageCode }),
  ...(jobId !== undefined && { jobId }),
});

export const listApprovals = portalRoute({
  method: 'GET',
  path: '/portal/v1/approvals',
  about: {
    operationId: 'listApprovals',
    tag: 'Approvals',
    summary: 'List payouts that wait for your approval',
    description:
      'Lists the payouts that this user can approve or reject now, newest first. It omits payouts that the user created or has approved, payouts created with an API key of the user, and payouts that another level must approve first.',
  },
  params: {},
  query: { ...ApprovalsQuery, ...cursorQuery(50, 100) },
  headers: {},
  refusals: ['ActorNotFound', 'NotAnApprover', 'InvalidCursor'],
  success: {
    status: 200,
    body: cursorAnswer('ApprovalPage', AwaitingPayout),
    example: approvals,
  },
  run: (engine, { caller, query: { limit, after, ...asked } }) =>
    engine.listApprovals(caller.tenant, {
      ...approvalsAsked(caller, asked),
      limit,
      ...(after !== undefined && { after }),
    }),
  reply: cursorPageOf,
});

export const sumApprovals = portalRoute({
  method: 'GET',
  path: '/portal/v1/approvals/summary',
  about: {
    operationId: 'sumApprovals',
    tag: 'Approvals',
    summary: 'Sum the payouts that wait for your approval',
    description:
      'Counts and sums the payouts that GET /portal/v1/approvals lists, by job, package, debit account, method and maker, and names those that stand out from the newest 20,000 of them: for each kind the 10 largest, and how many there are. A job of thousands is a few sums.',
  },
  params: {},
  query: ApprovalsQuery,
  headers: {},
  refusals: ['ActorNotFound', 'NotAnApprover'],
  success: { status: 200, body: ApprovalsSummary, example: approvalsSummed },
  run: async (engine, { caller, query }) => {
    const asked = approvalsAsked(caller, query);
    const sums = await engine.sumApprovals(caller.tenant, asked);
    if (E.isLeft(sums)) return sums;
    const unusual = await engine.findUnusual(caller.tenant, asked);
    return E.isLeft(unusual) ? unusual : E.right(approvalsSummary(sums.right, unusual.right));
  },
  reply: (body) => ({ body }),
});

const { actorUserId: _asker, ...asked } = AskApprovalFactorInput.required;
const ApprovalChallenge = record('ApprovalChallenge', asked, AskApprovalFactorInput.optional);

const FACTOR_REFUSALS = [
  'InvalidInput',
  'SecondFactorNeeded',
  'FactorChallengeNotFound',
  'FactorChallengeVoid',
  'TooManyFactorGuesses',
  'WrongFactor',
  'PasskeyCopied',
  'OtherThanChallenged',
] as const;

export const askApprovalFactor = portalRoute({
  method: 'POST',
  path: '/portal/v1/approvals/challenge',
  about: {
    operationId: 'askApprovalFactor',
    tag: 'Approvals',
    summary: 'Request a challenge for an approval',
    description:
      'Where the corporate requires a second factor for approvals, request a challenge for exactly the payouts, or the job, that you are about to decide on, then send challengeId with code or response in the decision. The digest covers the action and, of each payout, its id, amount, beneficiary, both accounts, method and date; it is the challenge in options, which a passkey signs.',
  },
  params: {},
  query: {},
  headers: {},
  body: jsonBody(ApprovalChallenge, {
    action: 'approve',
    transactionIds: decision.transactionIds,
  }),
  refusals: [
    'InvalidInput',
    'ActorNotFound',
    'NotAnApprover',
    'JobNotFound',
    'JobNotTakenIn',
    'SecondFactorNeeded',
  ],
  success: { status: 200, body: ApprovalFactorAsked, example: approvalFactorAsked },
  run: (engine, { caller, body }) =>
    engine.askApprovalFactor(caller.tenant, { ...body, actorUserId: caller.userId }),
  reply: (body) => ({ body }),
});

const { actorUserId: _person, ...payouts } = DecidePayoutsInput.required;
const PayoutDecision = record('PayoutDecision', payouts, DecidePayoutsInput.optional);

export const decidePayouts = portalChange({
  path: '/portal/v1/approvals',
  about: {
    operationId: 'decidePayouts',
    tag: 'Approvals',
    summary: 'Approve or reject payouts',
    description:
      'Approves or rejects 1 to 1,000 different payouts. The response has one result for each, in the order of the request; all decisions that are possible are made together. Several payouts at once require packages that permit it. If the corporate requires a second factor, send challengeId of POST /portal/v1/approvals/challenge with code or response; rejecting needs none. Repeating the request has no effect.',
  },
  params: {},
  body: jsonBody(PayoutDecision, decision),
  refusals: ['ActorNotFound', 'NotAnApprover', 'JobNotFound', 'JobNotTakenIn', ...FACTOR_REFUSALS],
  success: { status: 200, body: DecisionResults, example: decisionResults },
  run: (engine, { caller, body }) =>
    engine.decidePayouts(caller.tenant, { ...body, actorUserId: caller.userId }),
  reply: resultsOf,
});

const { actorUserId: _actor, jobId: _job, ...job } = DecideJobInput.required;
const { seenAs: _rights, ...jobMore } = DecideJobInput.optional;
const JobDecision = record('JobDecision', job, jobMore);

export const decideJob = portalChange({
  path: '/portal/v1/jobs/{jobId}/approvals',
  about: {
    operationId: 'decideJob',
    tag: 'Approvals',
    summary: 'Approve or reject the payouts of a job',
    description:
      'Approves or rejects every payout of a job that waits for approval and that the roles of the user include. The response has the results in the order of the job. The service decides on a thousand rows at a time: if the request fails, repeat it to continue with the rest. If the corporate requires a second factor, send challengeId of POST /portal/v1/approvals/challenge with code or response. A job that is still being processed gets 409: try again when it is completed.',
  },
  params: { jobId: pathId(JobId) },
  body: jsonBody(JobDecision, { action: 'approve' }),
  refusals: [
    'ActorNotFound',
    'NotAnApprover',
    'RightsChanged',
    'JobNotFound',
    'JobNotTakenIn',
    ...FACTOR_REFUSALS,
  ],
  success: { status: 200, body: DecisionResults, example: decisionResults },
  run: (engine, { caller, params, body }) =>
    engine.decideJob(caller.tenant, { ...params, ...body, actorUserId: caller.userId }),
  reply: resultsOf,
});
