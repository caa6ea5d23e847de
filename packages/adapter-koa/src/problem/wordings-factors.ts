import type { Refusal } from './refusal.js';
import { absent, says, type Wording } from './wording.js';

const VOID = {
  used: 'This challenge was already answered. Request another one.',
  locked: 'This challenge is locked after too many wrong attempts. Request another one.',
  expired: 'This challenge has expired. Request another one.',
};

const NEEDED = {
  any: 'This request needs a second factor. If you have none, enrol one with POST /portal/v1/factors; at login, log in again with it then. To approve payouts, request a challenge for exactly these payouts with POST /portal/v1/approvals/challenge, and repeat the request with challengeId and code or response. To change factors, an approval policy or your deputy, give one with POST /portal/v1/factor-challenges first.',
  passkey:
    'This request needs a passkey; other factors and recovery codes are not accepted. Enrol one with POST /portal/v1/factors if you have none. To change an approval policy or your deputy, give it with POST /portal/v1/factor-challenges first.',
};

/** The problem document of each refusal about second factors. */
export const FACTOR_WORDINGS: {
  readonly [
    K in
      | 'FactorNotFound'
      | 'WrongFactorState'
      | 'TooManyFactors'
      | 'PasskeysOff'
      | 'FactorChallengeNotFound'
      | 'FactorChallengeVoid'
      | 'WrongFactor'
      | 'PasskeyCopied'
      | 'TooManyFactorGuesses'
      | 'SecondFactorNeeded'
      | 'OtherThanChallenged'
  ]: Wording<Extract<Refusal, { readonly _tag: K }>>;
} = {
  FactorNotFound: absent(
    'You have no such second factor, or its enrolment has expired or began in another session.',
  ),
  WrongFactorState: {
    type: 'invalid_operation_error',
    detail: ({ state }) => `The second factor cannot be confirmed: it is ${state}.`,
  },
  TooManyFactors: {
    type: 'invalid_operation_error',
    detail: ({ max }) =>
      `You have ${String(max)} second factors, which is the maximum. Remove one, or wait until an enrolment that you did not finish expires.`,
  },
  PasskeysOff: says(
    'invalid_operation_error',
    'Passkeys are not available here. Enrol an authenticator app.',
  ),
  FactorChallengeNotFound: absent(
    'This challenge does not exist, is not yours or is for something else.',
  ),
  FactorChallengeVoid: {
    type: 'invalid_operation_error',
    detail: ({ reason }) => VOID[reason],
  },
  WrongFactor: {
    type: 'invalid_parameters_error',
    detail: ({ reason }) =>
      reason === 'code_used'
        ? 'This code was already used. Wait for the next one.'
        : 'The code or response is wrong, was used before, is too old, or is of a factor that was removed.',
  },
  PasskeyCopied: says(
    'invalid_operation_error',
    'This passkey reports an older count than before: somebody may have a copy of it. Remove it, and enrol another.',
  ),
  TooManyFactorGuesses: {
    type: 'rate_limit_error',
    detail: ({ retryAfterSeconds }) =>
      `Too many wrong codes of authenticator apps; they are accepted again in ${String(retryAfterSeconds)} s. A passkey or a recovery code is accepted now.`,
    headers: {
      'Retry-After': ({ retryAfterSeconds }) => String(retryAfterSeconds),
    },
  },
  SecondFactorNeeded: {
    type: 'insufficient_permissions_error',
    detail: ({ kind }) => NEEDED[kind],
    more: (detail) => ({ error: { code: 'SECOND_FACTOR_NEEDED', message: detail } }),
  },
  OtherThanChallenged: says(
    'invalid_operation_error',
    'The challenge was requested for another action or for other payouts. Request one for exactly these.',
  ),
};
