import { E } from '@hundi/core';
import {
  alias,
  ConfirmedSession,
  documented,
  FactorAsked,
  InvalidSession,
  LoginCodeInput,
  mailboxOf,
  OpenedSession,
  record,
  RequestLoginInput,
  sha256,
} from '@hundi/core/wire';
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
  {
    challengeId: alias(ChallengeId, {
      description: 'The id of the challenge: part of the path to which you send the code.',
    }),
  },
  {},
);

export const requestLogin = openRoute({
  method: 'POST',
  path: '/portal/v1/login',
  about: {
    operationId: 'requestLogin',
    tag: 'Session',
    summary: 'Request a login code',
    description:
      'Mails a one-time code of six digits that is valid for five minutes. An address that no user can log in with gets the same response, but no mail. If the address belongs to users of several corporates, each of up to fifty gets a code (of 18 digits if there are more than ten), and the code selects the corporate; if two users of one corporate share the address, that corporate gets none. Repeated requests never lock an address: after three unused codes in an hour, or ten wrong attempts in a day, codes have 18 digits, and all requests within ten minutes share one mail. Requests are limited per network, and per address within a network.',
  },
  params: {},
  query: {},
  headers: {},
  body: jsonBody(RequestLoginInput, { email: 'checker@acme.example' }),
  refusals: ['RateLimited'],
  success: { status: 202, body: LoginRequested, example: { challengeId: CHALLENGE_ID } },
  run: async (engine, { body, caller }) => {
    // For each network apart: else a stranger could use up a person's share.
    const mailbox = mailboxOf(body.email);
    caller.known({ person: mailbox });
    const asked = `code for ${sha256(mailbox)} from ${caller.peer}`;
    const spent = await caller.spend(asked);
    return E.isLeft(spent) ? spent : engine.requestLogin(body);
  },
  reply: (body) => ({ body }),
});

const LoginStep = t.union([OpenedSession, record('LoginNext', { next: FactorAsked }, {})]);

const { code } = LoginCodeInput.required;
const LoginConfirmation = record('LoginConfirmation', { code }, {});

export const confirmLogin = openRoute({
  method: 'POST',
  path: '/portal/v1/login/{challengeId}',
  about: {
    operationId: 'confirmLogin',
    tag: 'Session',
    summary: 'Log in with the code',
    description:
      'Opens a session that lasts twelve hours. If the corporate requires a second factor at login, the response is next in place of a session: answer it with POST /portal/v1/login/{challengeId}/factor; a user who has no factor gets a session that can only enrol one (onlyEnrols). A login permits five attempts, and a code works once. The response lists the current permissions of the user; every later request checks the permissions at that time.',
  },
  params: { challengeId: pathId(ChallengeId) },
  query: {},
  headers: {},
  body: jsonBody(LoginConfirmation, { code: '203941' }),
  refusals: ['RateLimited', 'WrongLoginCode', 'LoginNotFound', 'LoginCodeVoid'],
  success: { status: 200, body: LoginStep, example: openedSession },
  run: async (engine, { params, body, caller }) => {
    const spent = await caller.spend(`challenge ${params.challengeId}`);
    if (E.isLeft(spent)) return spent;
    const opened = await engine.confirmLogin({ ...params, ...body });
    if (E.isRight(opened) && 'user' in opened.right)
      caller.known({ person: opened.right.user.userId });
    return opened;
  },
  reply: (body) => ({ body }),
});

export const openBankSession = openRoute({
  method: 'POST',
  path: '/portal/v1/bank-login',
  about: {
    operationId: 'openBankSession',
    tag: 'Session',
    summary: 'Log in with a session of the bank',
    description:
      'Opens a session for a user who is logged in at the bank, which recognizes the request by its own cookie or header. The second factors used there count as far as the bank reports them; if the corporate requires more, the response is next, as after a mailed code. 401 if the bank has no session for the request, or no login of its own.',
  },
  params: {},
  query: {},
  headers: {},
  refusals: ['RateLimited', 'InvalidSession'],
  success: { status: 200, body: LoginStep, example: openedSession },
  run: async (engine, { caller }) => {
    const session = await caller.bankSession();
    if (session === undefined) return E.left(InvalidSession());
    caller.known({ person: session.userId });
    return engine.openBankSession(session);
  },
  reply: (body) => ({ body }),
});

export const requestConfirmation = portalRoute({
  method: 'POST',
  path: '/portal/v1/confirmations',
  about: {
    operationId: 'requestConfirmation',
    tag: 'Session',
    summary: 'Request a code that confirms your session',
    description:
      'Changing keys, endpoints, users and settings requires a code entered within the last five minutes: the login code, or one requested here. The service mails the code to your address; it confirms only this session. After three unused codes in an hour, or ten wrong attempts in a day, codes have 18 digits, and all requests within ten minutes share one mail.',
  },
  enrolling: true,
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
    summary: 'Confirm your session with the code',
    description:
      'For five minutes this session can change keys, endpoints, users and settings, within the limits of your roles. A confirmation permits five attempts, and a code works once.',
  },
  enrolling: true,
  params: { challengeId: pathId(ChallengeId) },
  query: {},
  headers: {},
  body: jsonBody(LoginConfirmation, { code: '203941' }),
  refusals: ['WrongLoginCode', 'LoginNotFound', 'LoginCodeVoid'],
  success: { status: 200, body: ConfirmedSession, example: { confirmedUntil: CONFIRMED_UNTIL } },
  run: (engine, { params, caller, body }) => engine.confirmSession(caller, { ...params, ...body }),
  reply: (body) => ({ body }),
});

// The browser's storage for this origin, where the pages of a portal may keep their token. Not cookies: clearing them
// would affect every host of the domain, including the bank's others. Not the cache: no cache keeps an answer, and
// clearing it takes long.
const STORED = '"storage"';

const clearedHeader = {
  'Clear-Site-Data': alias(t.literal(STORED), {
    description: 'Makes a browser clear what it stored for this origin, over https.',
  }),
};

export const logout = portalRoute({
  method: 'POST',
  path: '/portal/v1/logout',
  about: {
    operationId: 'logout',
    tag: 'Session',
    summary: 'Log out',
    description:
      'Ends the session: its token is invalid from the next request on. A calling browser clears what it stored for this origin; cookies of the domain remain.',
  },
  enrolling: true,
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
