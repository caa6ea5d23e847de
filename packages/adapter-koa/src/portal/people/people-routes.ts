import { E, UserId } from '@hundi/core';
import {
  documented,
  PersonView,
  record,
  SettingsChangeView,
  SuspendedPerson,
  SuspendPersonInput,
} from '@hundi/core/wire';
import * as t from 'io-ts';
import {
  endedSessions,
  factorsToReset,
  person,
  personPage,
  suspendedNow,
  suspendedPerson,
} from '../../examples/portal-people.js';
import { jsonBody } from '../../http/body/json-body.js';
import { pageAnswer, pageIn, pageOf } from '../../http/list-answer.js';
import { pageQuery } from '../../http/page-query.js';
import { pathId } from '../../http/path-id.js';
import { portalRoute } from '../../route/route.js';
import { portalChange } from '../../route/portal-change.js';
import { givenBy } from '../../route/given-by.js';

export const listPeople = portalRoute({
  method: 'GET',
  path: '/portal/v1/people',
  about: {
    operationId: 'listPeople',
    tag: 'People',
    summary: 'List users',
    description:
      'Lists every user of the corporate, people and services, sorted by id. Requires a permission to view, edit or approve settings.',
  },
  params: {},
  query: pageQuery(50, 100),
  headers: {},
  refusals: ['ActorNotFound', 'SettingsDenied'],
  success: { status: 200, body: pageAnswer('PersonPage', PersonView), example: personPage },
  run: async (engine, { caller, query }) => {
    const people = await engine.listPeople(caller.tenant, { actorUserId: caller.userId });
    return E.isLeft(people) ? people : E.right(pageIn(people.right, query));
  },
  reply: pageOf,
});

const Suspension = record('Suspension', {}, SuspendPersonInput.optional);

export const suspendPerson = portalChange({
  confirmed: true,
  path: '/portal/v1/people/{userId}/suspend',
  about: {
    operationId: 'suspendPerson',
    tag: 'People',
    summary: 'Suspend a user',
    description:
      'Requires the permission to edit settings. From the next request on the user can do nothing: their sessions end, they are mailed no code, and API keys that act as them are rejected. Keys that they created remain valid: rotate those that they may know. A suspension takes effect without approval by a second person. Suspending a user again has no effect, unless with hold. The response says what goes on (underWay). With hold, payouts that the user created or approved, and those that come by API keys that the user created, are not sent to the bank (statusDetails held_for_review) until another person releases them. If the user is held from before, the hold also covers what they created since, and you cannot release it either. You cannot suspend yourself, nor the last person who can approve settings: somebody must be able to reinstate users.',
  },
  params: { userId: pathId(UserId) },
  body: { ...jsonBody(Suspension, { hold: true }), optional: true },
  refusals: [
    'ActorNotFound',
    'SettingsDenied',
    'PersonNotFound',
    'OwnSuspension',
    'LastToReinstate',
    'NobodyToRelease',
  ],
  success: { status: 200, body: SuspendedPerson, example: suspendedNow },
  run: (engine, { caller, params, body }) =>
    engine.suspendPerson(caller.tenant, { ...params, ...body, actorUserId: caller.userId }),
  reply: (body) => ({ body }),
});

const ReinstatedPerson = documented(
  record('ReinstatedPerson', PersonView.required, {
    ...PersonView.optional,
    settingsChange: SettingsChangeView,
  }),
  {
    description:
      'The user as they are now. If the response has a settingsChange, the user remains suspended until a second person approves it.',
  },
);

export const reinstatePerson = portalChange({
  confirmed: true,
  path: '/portal/v1/people/{userId}/reinstate',
  about: {
    operationId: 'reinstatePerson',
    tag: 'People',
    summary: 'Reinstate a user',
    description:
      'Requires the permission to edit settings. The roles of the user, and the keys that act as the user, work again. Sessions that ended remain ended. If the response has a settingsChange, the user remains suspended until a second person approves it. Reinstating a user again has no effect.',
  },
  params: { userId: pathId(UserId) },
  refusals: [
    'ActorNotFound',
    'SettingsDenied',
    'PersonNotFound',
    'TooManySettingsChanges',
    // Its use case refuses these of an approval only; the types do not say so.
    'SuspensionOver',
    'HeldSince',
  ],
  success: { status: 200, body: ReinstatedPerson, example: person },
  run: (engine, { caller, params }) =>
    engine.reinstatePerson(caller.tenant, { ...params, actorUserId: caller.userId }),
  reply: (body) => ({ body }),
});

const FactorsToReset = documented(
  record('FactorsToReset', PersonView.required, ReinstatedPerson.optional),
  {
    description:
      'The user as they are now. If the response has a settingsChange, their second factors remain until another person approves it; without one they have none.',
  },
);

export const resetFactors = portalChange({
  confirmed: true,
  path: '/portal/v1/people/{userId}/reset-factors',
  about: {
    operationId: 'resetFactors',
    tag: 'People',
    summary: "Reset a user's second factors",
    description:
      'Proposes to remove all second factors and recovery codes of a user who lost them. Requires the permission to edit settings; where the corporate asks for a second factor, give one first with POST /portal/v1/factor-challenges. The reset always waits for another person, who can approve settings and is not the user (POST /portal/v1/settings-changes/{changeId}/approve). Then the sessions of the user end; they log in with a mailed code and enrol again. The user is mailed of the proposal and of the reset. You cannot reset your own second factors. If the user has none, the request has no effect.',
  },
  params: { userId: pathId(UserId) },
  refusals: [
    'ActorNotFound',
    'SettingsDenied',
    'PersonNotFound',
    'OwnFactorReset',
    'NobodyToConfirmReset',
    'SecondFactorNeeded',
    'TooManySettingsChanges',
  ],
  success: { status: 200, body: FactorsToReset, example: factorsToReset },
  run: (engine, { caller, params }) =>
    engine.resetFactors(caller.tenant, {
      ...params,
      actorUserId: caller.userId,
      ...givenBy(caller),
    }),
  reply: (body) => ({ body }),
});

export const releasePerson = portalChange({
  confirmed: true,
  path: '/portal/v1/people/{userId}/release',
  about: {
    operationId: 'releasePerson',
    tag: 'People',
    summary: "Release a user's payouts",
    description:
      'Ends the hold on payouts of a user that was set when they were suspended. Requires the permission to approve settings; nobody who asked for the hold can release it, nor can the user who is held. Payouts that are due are sent within 15 minutes, scheduled ones on their day. The suspension remains. Releasing a user who is not held has no effect.',
  },
  params: { userId: pathId(UserId) },
  refusals: ['ActorNotFound', 'SettingsDenied', 'PersonNotFound', 'OwnHold'],
  success: { status: 200, body: PersonView, example: suspendedPerson },
  run: (engine, { caller, params }) =>
    engine.releasePerson(caller.tenant, { ...params, actorUserId: caller.userId }),
  reply: (body) => ({ body }),
});

const EndedSessions = documented(record('EndedSessions', { userId: UserId, ended: t.number }, {}), {
  description: 'How many sessions were ended.',
});

export const endSessions = portalChange({
  path: '/portal/v1/people/{userId}/end-sessions',
  about: {
    operationId: 'endSessions',
    tag: 'People',
    summary: "End a user's sessions",
    description:
      'Ends all sessions of the user: their tokens are invalid from the next request on. The user can log in again with a new code. Requires the permission to edit settings.',
  },
  params: { userId: pathId(UserId) },
  refusals: ['ActorNotFound', 'SettingsDenied', 'PersonNotFound'],
  success: { status: 200, body: EndedSessions, example: endedSessions },
  run: (engine, { caller, params }) =>
    engine.endSessions(caller.tenant, { ...params, actorUserId: caller.userId }),
  reply: (body) => ({ body }),
});
