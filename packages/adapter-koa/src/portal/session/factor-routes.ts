import { E } from '@hundi/core';
import {
  ConfirmedFactor,
  ConfirmedSession,
  ConfirmFactorInput,
  documented,
  EnrolFactorInput,
  EnrolledFactor,
  FactorAsked,
  FactorChallengeId,
  FactorView,
  OpenedSession,
  record,
} from '@hundi/core/wire';
import * as t from 'io-ts';
import {
  confirmedFactor,
  enrolledFactor,
  factorAsked,
  factorList,
} from '../../examples/portal-factors.js';
import { CONFIRMED_UNTIL, openedSession } from '../../examples/portal.js';
import { jsonBody } from '../../http/body/json-body.js';
import { pathId } from '../../http/path-id.js';
import { portalChange } from '../../route/portal-change.js';
import { openRoute, portalRoute } from '../../route/route.js';

const id = (name: string, description: string) =>
  documented(
    t.refinement(t.string, () => true, name),
    { type: 'string', description },
  );

const FactorId = id('FactorId', 'The factorId of a second factor.');
const ChallengeId = pathId(FactorChallengeId, `fc_${'0'.repeat(32)}_${'0'.repeat(32)}`);

const Proof = record('FactorProof', {}, ConfirmFactorInput.optional);
const proofBody = jsonBody(Proof, { code: '492039' });

const PROOF_REFUSALS = [
  'InvalidInput',
  'FactorChallengeNotFound',
  'FactorChallengeVoid',
  'TooManyFactorGuesses',
  'WrongFactor',
  'PasskeyCopied',
] as const;

export const giveLoginFactor = openRoute({
  method: 'POST',
  path: '/portal/v1/login/{challengeId}/factor',
  about: {
    operationId: 'giveLoginFactor',
    tag: 'Session',
    summary: 'Log in with the second factor',
    description:
      'Completes a login whose answer to the mailed code was next. Send the code of an authenticator app, a recovery code, or the response of a passkey to the options. A challenge permits five attempts in five minutes; each code of an app works once. Where the corporate requires a passkey, any other factor opens a session that can only enrol one.',
  },
  params: { challengeId: ChallengeId },
  query: {},
  headers: {},
  body: proofBody,
  refusals: ['RateLimited', ...PROOF_REFUSALS, 'LoginCodeVoid'],
  success: { status: 200, body: OpenedSession, example: openedSession },
  run: async (engine, { params, body, caller }) => {
    const spent = await caller.spend(`challenge ${params.challengeId}`);
    if (E.isLeft(spent)) return spent;
    const opened = await engine.giveLoginFactor({ ...params, ...body });
    if (E.isRight(opened)) caller.known({ person: opened.right.user.userId });
    return opened;
  },
  reply: (body) => ({ body }),
});

const FactorList = documented(record('FactorList', { items: t.readonlyArray(FactorView) }, {}), {
  description: 'The second factors of the user, oldest first.',
});

export const listFactors = portalRoute({
  method: 'GET',
  path: '/portal/v1/factors',
  about: {
    operationId: 'listFactors',
    tag: 'Second factors',
    summary: 'List your second factors',
    description:
      'Lists your own second factors, oldest first. A waiting one opens nothing until a second person approves it.',
  },
  enrolling: true,
  params: {},
  query: {},
  headers: {},
  refusals: [],
  success: { status: 200, body: FactorList, example: factorList },
  run: async (engine, { caller }) => E.right(await engine.listFactors(caller)),
  reply: (items) => ({ body: { items } }),
});

export const enrolFactor = portalChange({
  confirmed: true,
  enrolling: true,
  path: '/portal/v1/factors',
  about: {
    operationId: 'enrolFactor',
    tag: 'Second factors',
    summary: 'Enrol a second factor',
    description:
      'Begins the enrolment of an authenticator app (totp) or a passkey. Prove within 15 minutes that you have it with POST /portal/v1/factors/{factorId}/confirm. If you have an active factor, give it first with POST /portal/v1/factor-challenges. A user has at most five.',
  },
  params: {},
  body: jsonBody(EnrolFactorInput, { kind: 'totp', name: 'Phone' }),
  refusals: ['InvalidSession', 'SecondFactorNeeded', 'TooManyFactors', 'PasskeysOff'],
  success: { status: 201, body: EnrolledFactor, example: enrolledFactor },
  run: (engine, { caller, body }) => engine.enrolFactor(caller, body),
  reply: (body) => ({ body }),
});

export const confirmFactor = portalRoute({
  method: 'POST',
  path: '/portal/v1/factors/{factorId}/confirm',
  about: {
    operationId: 'confirmFactor',
    tag: 'Second factors',
    summary: 'Confirm a second factor',
    description:
      'Proves that you have the factor, in the session in which you began to enrol it: the code that the app shows, or the response of the passkey to the options. The factor is active then; if the corporate requires a second person for settings, it waits for them. The first factor comes with ten recovery codes, each of which replaces a factor once.',
  },
  enrolling: true,
  params: { factorId: FactorId },
  query: {},
  headers: {},
  body: jsonBody(record('FactorConfirmation', {}, ConfirmFactorInput.optional), { code: '492039' }),
  refusals: [
    'InvalidInput',
    'FactorNotFound',
    'WrongFactorState',
    'WrongFactor',
    'PasskeyCopied',
    'SecondFactorNeeded',
    'TooManySettingsChanges',
  ],
  success: { status: 200, body: ConfirmedFactor, example: confirmedFactor },
  run: (engine, { caller, params, body }) => engine.confirmFactor(caller, { ...params, ...body }),
  reply: (body) => ({ body }),
});

export const removeFactor = portalRoute({
  method: 'DELETE',
  path: '/portal/v1/factors/{factorId}',
  about: {
    operationId: 'removeFactor',
    tag: 'Second factors',
    summary: 'Remove a second factor',
    description:
      'Removes one of your second factors: it opens nothing from the next request on. If you have an active factor, give it (or a recovery code) first with POST /portal/v1/factor-challenges. The recovery codes go with the last factor.',
  },
  confirmed: true,
  enrolling: true,
  params: { factorId: FactorId },
  query: {},
  headers: {},
  refusals: [
    'FactorNotFound',
    'SecondFactorNeeded',
    // Every state of a factor that is kept leads to its removal; the types do not say so.
    'WrongFactorState',
    'WrongFactor',
    'PasskeyCopied',
  ],
  success: { status: 204, body: t.undefined, example: null },
  run: (engine, { caller, params }) => engine.removeFactor(caller, params),
  reply: () => ({ body: undefined }),
});

export const askOwnFactor = portalRoute({
  method: 'POST',
  path: '/portal/v1/factor-challenges',
  about: {
    operationId: 'askOwnFactor',
    tag: 'Second factors',
    summary: 'Request a challenge for your session',
    description:
      'Before you enrol another second factor or remove one, give one of those that you have. The answer to this challenge counts for this session, for five minutes.',
  },
  enrolling: true,
  params: {},
  query: {},
  headers: {},
  refusals: ['FactorNotFound'],
  success: { status: 201, body: FactorAsked, example: factorAsked },
  run: (engine, { caller }) => engine.askOwnFactor(caller),
  reply: (body) => ({ body }),
});

export const giveOwnFactor = portalRoute({
  method: 'POST',
  path: '/portal/v1/factor-challenges/{challengeId}',
  about: {
    operationId: 'giveOwnFactor',
    tag: 'Second factors',
    summary: 'Give a second factor in your session',
    description:
      'For five minutes this session can enrol and remove second factors. A challenge permits five attempts in five minutes; each code of an app works once.',
  },
  enrolling: true,
  params: { challengeId: ChallengeId },
  query: {},
  headers: {},
  body: proofBody,
  refusals: PROOF_REFUSALS,
  success: { status: 200, body: ConfirmedSession, example: { confirmedUntil: CONFIRMED_UNTIL } },
  run: (engine, { caller, params, body }) => engine.giveOwnFactor(caller, { ...params, ...body }),
  reply: (body) => ({ body }),
});
