import type { Refusal } from './refusal.js';
import { absent, message, says, type Wording } from './wording.js';

const VOID = {
  used: 'The code was used.',
  locked: 'Too many codes were tried: the code is locked.',
  expired: 'The code has expired.',
};

/** How refusals about sessions, codes and people are told. */
export const PEOPLE_WORDINGS: {
  readonly [
    K in
      | 'InvalidSession'
      | 'WrongLoginCode'
      | 'LoginNotFound'
      | 'LoginCodeVoid'
      | 'PersonNotFound'
      | 'OwnSuspension'
      | 'LastSettingsEditor'
      | 'SuspensionOver'
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
  LoginNotFound: absent('Nobody asked for a code here, or it is long over.'),
  LoginCodeVoid: {
    type: 'invalid_operation_error',
    detail: ({ reason }) => VOID[reason],
  },
  PersonNotFound: absent('User not found.'),
  OwnSuspension: says(
    'invalid_operation_error',
    'You cannot suspend yourself. Ask another person who may edit settings.',
  ),
  LastSettingsEditor: says(
    'invalid_operation_error',
    'No other active person of the corporate may edit settings. Give another person a role with settings.edit first.',
  ),
  SuspensionOver: says(
    'invalid_operation_error',
    'This suspension is over already: the user was reinstated, and may have been suspended again since. Reject the change.',
  ),
  SessionNotFound: absent('Session not found.'),
  ConfirmationNeeded: {
    type: 'insufficient_permissions_error',
    detail: () =>
      'Your last code is older than five minutes. Ask for one with POST /portal/v1/confirmations, send it to POST /portal/v1/confirmations/{challengeId}, and repeat this request.',
    more: (detail) => ({ error: { code: 'CONFIRMATION_NEEDED', message: detail } }),
  },
  NoEmailOnFile: says(
    'invalid_operation_error',
    'The bank has no email address of yours that is yours alone, so no code can be sent. Ask the bank to correct it.',
  ),
};
