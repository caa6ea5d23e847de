import {
  alias,
  ConfirmedSession,
  ConfirmLoginInput,
  documented,
  E,
  OpenedSession,
  record,
  RequestLoginInput,
  sha256,
} from '@hundi/core';
import * as t from 'io-ts';
import { CHALLENGE_ID, CONFIRMED_UNTIL, openedSession } from '../../examples/portal.js';
import { jsonBody } from '../../http/body/json-body.js';
import { pathId } from '../../http/path-id.js';
import { openRoute, portalRoute } from '../../route/route.js';

const SHAPE = /^lc_[0-9a-f]{32}$/;

const ChallengeId = documented(
  t.refinement(t.string, (text) => SHAPE.test(text), 'ChallengeId'),
  { type: 'string', pattern: SHAPE.source },
);

const LoginRequested = record(
  'LoginRequested',
  { challengeId: alias(ChallengeId, { description: 'Where the code goes.' }) },
  {},
);

export const requestLogin = openRoute({
  method: 'POST',
  path: '/portal/v1/login',
  about: {
    operationId: 'requestLogin',
    tag: 'Session',
    summary: 'Ask for a code',
    description:
      'Mails a one-time code of six digits, good for five minutes. An address that lets nobody in gets the same answer, and no mail. An address of people in several corporates gets a code for each, and the code says which is meant; one that two people of a corporate share gets none for it. However often an address is asked for, nobody is refused for it: after three codes in an hour that nobody used, or ten wrong tries in a day, codes have 18 digits, and one mail is for all who ask within ten minutes. Calls are limited by the network that they come from, and of one network by the address that they ask for.',
  },
  params: {},
  query: {},
  headers: {},
  body: jsonBody(RequestLoginInput, { email: 'checker@acme.example' }),
  refusals: ['RateLimited'],
  success: { status: 202, body: LoginRequested, example: { challengeId: CHALLENGE_ID } },
  run: async (engine, { body, caller }) => {
    // For each network apart: else a stranger could use up a person's share.
    const address = body.email.toLowerCase();
    caller.known({ person: address });
    const asked = `code for ${sha256(address)} from ${caller.peer}`;
    const spent = await caller.spend(asked);
    return E.isLeft(spent) ? spent : E.right(await engine.requestLogin(body));
  },
  reply: (body) => ({ body }),
});

export const confirmLogin = openRoute({
  method: 'POST',
  path: '/portal/v1/login/{challengeId}',
  about: {
    operationId: 'confirmLogin',
    tag: 'Session',
    summary: 'Come in by the code',
    description:
      'Opens a session of twelve hours. Five codes may be tried; a code is good once. Permissions are told as they are now; every call looks at those that the person has then.',
  },
  params: { challengeId: pathId(ChallengeId) },
  query: {},
  headers: {},
  body: jsonBody(ConfirmLoginInput, { code: '203941' }),
  refusals: ['RateLimited', 'WrongLoginCode', 'LoginNotFound', 'LoginCodeVoid'],
  success: { status: 200, body: OpenedSession, example: openedSession },
  run: async (engine, { params: { challengeId }, body, caller }) => {
    const spent = await caller.spend(`challenge ${challengeId}`);
    if (E.isLeft(spent)) return spent;
    const opened = await engine.confirmLogin(challengeId, body);
    if (E.isRight(opened)) caller.known({ person: opened.right.user.userId });
    return opened;
  },
  reply: (body) => ({ body }),
});

export const requestConfirmation = portalRoute({
  method: 'POST',
  path: '/portal/v1/confirmations',
  about: {
    operationId: 'requestConfirmation',
    tag: 'Session',
    summary: 'Ask for a code that confirms your session',
    description:
      'Keys, endpoints, people and settings are changed within five minutes of a code: that of the login, or one that is asked for here. It is mailed to your address, confirms this session alone, and opens no other. After three codes in an hour that nobody used, or ten wrong tries in a day, codes have 18 digits, and one mail is for all that are asked for within ten minutes.',
  },
  params: {},
  query: {},
  headers: {},
  refusals: ['InvalidSession', 'NoEmailOnFile'],
  success: { status: 202, body: LoginRequested, example: { challengeId: CHALLENGE_ID } },
  run: (engine, { caller }) => engine.requestConfirmation(caller),
  reply: (body) => ({ body }),
});

export const confirmSession = portalRoute({
  method: 'POST',
  path: '/portal/v1/confirmations/{challengeId}',
  about: {
    operationId: 'confirmSession',
    tag: 'Session',
    summary: 'Confirm your session by the code',
    description:
      'For five minutes this session may change keys, endpoints, people and settings, as far as your roles do. Five codes may be tried; a code is good once.',
  },
  params: { challengeId: pathId(ChallengeId) },
  query: {},
  headers: {},
  body: jsonBody(ConfirmLoginInput, { code: '203941' }),
  refusals: ['WrongLoginCode', 'LoginNotFound', 'LoginCodeVoid'],
  success: { status: 200, body: ConfirmedSession, example: { confirmedUntil: CONFIRMED_UNTIL } },
  run: (engine, { params, caller, body }) =>
    engine.confirmSession(caller, params.challengeId, body),
  reply: (body) => ({ body }),
});

// What a browser stored for this origin, where the pages of a portal may keep their token. Not cookies: they would
// go from every host of the domain, the bank's others among them. No cache keeps an answer, and to clear it takes long.
const STORED = '"storage"';

const clearedHeader = {
  'Clear-Site-Data': alias(t.literal(STORED), {
    description: 'Has a browser forget what it stored for this origin, over https.',
  }),
};

export const logout = portalRoute({
  method: 'POST',
  path: '/portal/v1/logout',
  about: {
    operationId: 'logout',
    tag: 'Session',
    summary: 'Go',
    description:
      'Ends the session: its token opens nothing from the next call on. A browser that calls it forgets what it stored for this origin; the cookies of the domain stay.',
  },
  params: {},
  query: {},
  headers: {},
  refusals: [],
  success: { status: 204, body: t.undefined, headers: clearedHeader, example: null },
  run: async (engine, { caller }) => {
    await engine.logout(caller);
    return E.right(undefined);
  },
  reply: () => ({ body: undefined, headers: { 'Clear-Site-Data': STORED } }),
});
