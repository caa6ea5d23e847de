import {
  ApprovalsQuery,
  AwaitingPayout,
  DecideJobInput,
  DecidePayoutsInput,
  JobId,
} from '@hundi/core';
import * as t from 'io-ts';
import { approvals, decision, decisionResults } from '../../examples/portal.js';
import { jsonBody } from '../../http/body/json-body.js';
import { cursorAnswer, cursorPageOf } from '../../http/list-answer.js';
import { cursorQuery } from '../../http/page-query.js';
import { pathId } from '../../http/path-id.js';
import { portalRoute } from '../../route/route.js';
import { portalChange } from '../portal-change.js';
import { DecisionResults, resultsOf } from './decision-results.js';

export const listApprovals = portalRoute({
  method: 'GET',
  path: '/portal/v1/approvals',
  about: {
    operationId: 'listApprovals',
    tag: 'Approvals',
    summary: 'List what waits for you',
    description:
      'Lists the payouts that wait for this person and nobody else has to decide on first, newest first: what their roles reach, not what they made or have approved, nor what came by a key that they made.',
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
  run: (engine, { caller, query: { limit, after, state, packageCode } }) =>
    engine.listApprovals(caller.tenant, {
      userId: caller.userId,
      limit,
      ...(after !== undefined && { after }),
      ...(state !== undefined && { state }),
      ...(packageCode !== undefined && { packageCode }),
    }),
  reply: cursorPageOf,
});

const [Payouts, Comment] = DecidePayoutsInput.types;
const { actorUserId: _person, ...payouts } = Payouts.type.props;
const PayoutDecision = t.intersection([t.strict(payouts), Comment], 'PayoutDecision');

export const decidePayouts = portalChange({
  path: '/portal/v1/approvals',
  about: {
    operationId: 'decidePayouts',
    tag: 'Approvals',
    summary: 'Approve or reject payouts',
    description:
      'Decides on 1 to 1,000 payouts, each named once. Each is answered for itself, in the order of the request; those that could be decided on are, all together. Several at once only where their package allows it. Asking again changes nothing.',
  },
  params: {},
  body: jsonBody(PayoutDecision, decision),
  refusals: ['InvalidInput', 'ActorNotFound', 'NotAnApprover'],
  success: { status: 200, body: DecisionResults, example: decisionResults },
  run: (engine, { caller, body }) =>
    engine.decidePayouts(caller.tenant, { ...body, actorUserId: caller.userId }),
  reply: resultsOf,
});

const [Job, JobComment] = DecideJobInput.types;
const { actorUserId: _actor, jobId: _job, ...job } = Job.type.props;
const JobDecision = t.intersection([t.strict(job), JobComment], 'JobDecision');

export const decideJob = portalChange({
  path: '/portal/v1/jobs/{jobId}/approvals',
  about: {
    operationId: 'decideJob',
    tag: 'Approvals',
    summary: 'Approve or reject the payouts of a job',
    description:
      'Decides on every payout of a job that waits for an approval and that the roles of the person reach, answered in the order of the job. A large job is decided on a thousand rows at a time: asked again after a failure, it goes on with what still waits. One that intake has not finished is 409: ask again when it is complete.',
  },
  params: { jobId: pathId(JobId) },
  body: jsonBody(JobDecision, { action: 'approve' }),
  refusals: ['ActorNotFound', 'NotAnApprover', 'JobNotFound', 'JobNotTakenIn'],
  success: { status: 200, body: DecisionResults, example: decisionResults },
  run: (engine, { caller, params, body }) =>
    engine.decideJob(caller.tenant, { ...params, ...body, actorUserId: caller.userId }),
  reply: resultsOf,
});
