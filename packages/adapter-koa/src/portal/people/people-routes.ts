import { documented, E, PersonView, record, SettingsChangeView, UserId } from '@hundi/core';
import * as t from 'io-ts';
import {
  endedSessions,
  person,
  personPage,
  suspendedPerson,
} from '../../examples/portal-people.js';
import { pageAnswer, pageIn, pageOf } from '../../http/list-answer.js';
import { pageQuery } from '../../http/page-query.js';
import { pathId } from '../../http/path-id.js';
import { portalRoute } from '../../route/route.js';
import { portalChange } from '../portal-change.js';

export const listPeople = portalRoute({
  method: 'GET',
  path: '/portal/v1/people',
  about: {
    operationId: 'listPeople',
    tag: 'People',
    summary: 'List users',
    description:
      'Lists every user of the corporate, people and services, by their ids, for people who may view, edit or approve settings.',
  },
  params: {},
  query: pageQuery(50, 100),
  headers: {},
  refusals: ['ActorNotFound', 'SettingsDenied'],
  success: { status: 200, body: pageAnswer('PersonPage', PersonView), example: personPage },
  run: async (engine, { caller, query }) => {
    const people = await engine.listPeople(caller.tenant, caller.userId);
    return E.isLeft(people) ? people : E.right(pageIn(people.right, query));
  },
  reply: pageOf,
});

export const suspendPerson = portalChange({
  confirmed: true,
  path: '/portal/v1/people/{userId}/suspend',
  about: {
    operationId: 'suspendPerson',
    tag: 'People',
    summary: 'Suspend a user',
    description:
      'For people who may edit settings. From the next request on the user does nothing by any way: their sessions end, no code is mailed to them, nothing is made, authorized or approved as them, and keys that act as them open nothing. Keys that they made stay as they are: rotate those whose text they may know. It waits for nobody. Suspending again changes nothing. Nobody suspends themselves, nor the last who may edit settings.',
  },
  params: { userId: pathId(UserId) },
  refusals: [
    'ActorNotFound',
    'SettingsDenied',
    'PersonNotFound',
    'OwnSuspension',
    'LastSettingsEditor',
  ],
  success: { status: 200, body: PersonView, example: suspendedPerson },
  run: (engine, { caller, params }) =>
    engine.suspendPerson(caller.tenant, { ...params, actorUserId: caller.userId }),
  reply: (body) => ({ body }),
});

const ReinstatedPerson = documented(
  record('ReinstatedPerson', PersonView.required, {
    ...PersonView.optional,
    settingsChange: SettingsChangeView,
  }),
  {
    description:
      'The user as they are now. Where they have a settingsChange they stay suspended until a second person approves it.',
  },
);

export const reinstatePerson = portalChange({
  confirmed: true,
  path: '/portal/v1/people/{userId}/reinstate',
  about: {
    operationId: 'reinstatePerson',
    tag: 'People',
    summary: 'Take a suspension back',
    description:
      'For people who may edit settings. The user may do again what their roles let them do, and keys that act as them open what they opened. Their sessions stay ended. Where the answer has a settingsChange, the user stays suspended until a second person approves it. Reinstating again changes nothing.',
  },
  params: { userId: pathId(UserId) },
  refusals: [
    'ActorNotFound',
    'SettingsDenied',
    'PersonNotFound',
    'TooManySettingsChanges',
    // Its use case refuses this of an approval only; the types do not say so.
    'SuspensionOver',
  ],
  success: { status: 200, body: ReinstatedPerson, example: person },
  run: (engine, { caller, params }) =>
    engine.reinstatePerson(caller.tenant, { ...params, actorUserId: caller.userId }),
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
      'For people who may edit settings: the tokens of all sessions of the user open nothing from the next request on. They may come in again by a new code.',
  },
  params: { userId: pathId(UserId) },
  refusals: ['ActorNotFound', 'SettingsDenied', 'PersonNotFound'],
  success: { status: 200, body: EndedSessions, example: endedSessions },
  run: (engine, { caller, params }) =>
    engine.endSessions(caller.tenant, { ...params, actorUserId: caller.userId }),
  reply: (body) => ({ body }),
});
