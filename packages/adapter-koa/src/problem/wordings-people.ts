import type { Refusal } from './refusal.js';
import { absent, message, says, type Wording } from './wording.js';

const VOID = {
  used: 'The code was already used.',
  locked: 'The code is locked after too many wrong attempts.',
  expired: 'The code has expired.',
};

/** The problem document of each refusal about sessions, codes and people. */
export const PEOPLE_WORDINGS: {
  readonly [
    K in
      | 'InvalidSession'
      | 'WrongLoginCode'
      | 'LoginNotFound'
      | 'LoginCodeVoid'
      | 'PersonNotFound'
      | 'OwnSuspension'
      | 'LastToReinstate'
      | 'NobodyToRelease'
      | 'OwnHold'
      | 'OwnFactorReset'
      | 'NobodyToConfirmReset'
      | 'FactorsChanged'
      | 'SuspensionOver'
      | 'HeldSince'
      | 'SessionNotFound'
      | 'ConfirmationNeeded'
      | 'NoEmailOnFile'
  ]: Wording<Extract<Refusal, { readonly _tag: K }>>;
} = {
  InvalidSession: {
    ...says('authentication_error', 'The session is missing, unknown, ended or expired.'),
    more: message,
    headers: { 'WWW-Authenticate': () => 'Bearer' },
  },
  WrongLoginCode: says('invalid_parameters_error', 'The code is wrong.'),
  LoginNotFound: absent('This login does not exist or has expired.'),
  LoginCodeVoid: {
    type: 'invalid_operation_error',
    detail: ({ reason }) => VOID[reason],
  },
  PersonNotFound: absent('User not found.'),
  OwnSuspension: says(
    'invalid_operation_error',
    'You cannot suspend yourself. Ask another user who can edit settings.',
  ),
  LastToReinstate: says(
    'invalid_operation_error',
    'Without this user, the active users of the corporate cannot reinstate anyone. First ask the bank to give another person a role with settings.approve.',
  ),
  NobodyToRelease: says(
    'invalid_operation_error',
    'No active person would be left who can release what would be held: those who asked for a hold on this user cannot. Release an earlier hold first; suspend the user without a hold, and cancel payouts one by one; or ask the bank to give another person a role with settings.approve.',
  ),
  OwnHold: says(
    'invalid_operation_error',
    'Nobody who asked for the hold can release it, nor can the user who is held. Ask another person with settings.approve.',
  ),
  OwnFactorReset: says(
    'invalid_operation_error',
    'You can neither request nor approve the reset of your own second factors. Ask two other people, one with settings.edit and one with settings.approve, or the bank.',
  ),
  NobodyToConfirmReset: says(
    'invalid_operation_error',
    'No other active person with settings.approve could approve this reset. Ask the bank to reset the second factors of this user.',
  ),
  FactorsChanged: says(
    'invalid_operation_error',
    'The second factors of this user have changed since the reset was proposed. Reject this change, and propose another if they still need it.',
  ),
  SuspensionOver: says(
    'invalid_operation_error',
    'This suspension has already ended: the user was reinstated, and may have been suspended again since. Reject this change.',
  ),
  HeldSince: says(
    'invalid_operation_error',
    'Since the reinstatement was proposed, a person asked to hold the payouts of this user. Reject this change, and propose the reinstatement again if the user should return all the same.',
  ),
  SessionNotFound: absent('Session not found.'),
  ConfirmationNeeded: {
    type: 'insufficient_permissions_error',
    detail: () =>
      'This request needs a code entered within the last five minutes. Request one with POST /portal/v1/confirmations, send it to POST /portal/v1/confirmations/{challengeId}, then repeat this request.',
    more: (detail) => ({ error: { code: 'CONFIRMATION_NEEDED', message: detail } }),
  },
  NoEmailOnFile: says(
    'invalid_operation_error',
    'The service cannot mail you a code: the bank has no email address for you, or another user has the same one. Ask the bank to correct it.',
  ),
};
