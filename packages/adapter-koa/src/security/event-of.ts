import type { ProblemType } from '../problem/problem-types.js';
import { toProblem } from '../problem/problem.js';
import type { Refusal } from '../problem/refusal.js';
import type { SecurityEventName } from './security-event.js';

/** Refusals that say more than their type does. */
const BY_TAG: Partial<Readonly<Record<Refusal['_tag'], SecurityEventName>>> = {
  InvalidKey: 'key_refused',
  InvalidSecretKey: 'key_refused',
  InvalidSession: 'session_refused',
  ScopeMissing: 'scope_denied',
  WrongLoginCode: 'login_failed',
  LoginNotFound: 'login_failed',
  WrongFactor: 'login_failed',
  PasskeyCopied: 'login_failed',
  FactorChallengeNotFound: 'login_failed',
};

const BY_TYPE: Partial<Readonly<Record<ProblemType, SecurityEventName>>> = {
  insufficient_permissions_error: 'permission_denied',
  rate_limit_error: 'rate_limited',
  payload_too_large_error: 'body_refused',
  unsupported_media_type_error: 'body_refused',
};

/**
 * The security event of a refused request, for a host that watches for attacks; undefined for what happens every day.
 */
export const eventOfRefusal = (refusal: Refusal): SecurityEventName | undefined => {
  if (refusal._tag === 'LoginCodeVoid' || refusal._tag === 'FactorChallengeVoid')
    return refusal.reason === 'locked' ? 'login_locked' : 'login_failed';
  const known = BY_TAG[refusal._tag];
  if (known !== undefined) return known;
  return BY_TYPE[toProblem(refusal).type];
};

/** Calls that change who may do what, by their names in the description. */
export const EVENT_OF_CALL: Readonly<Record<string, SecurityEventName>> = {
  requestLogin: 'login_code_requested',
  confirmLogin: 'login_succeeded',
  requestConfirmation: 'login_code_requested',
  confirmSession: 'login_succeeded',
  giveLoginFactor: 'login_succeeded',
  openBankSession: 'login_succeeded',
  giveOwnFactor: 'login_succeeded',
  askOwnFactor: 'login_code_requested',
  enrolFactor: 'settings_changed',
  confirmFactor: 'settings_changed',
  removeFactor: 'settings_changed',
  logout: 'session_ended',
  endOwnSession: 'session_ended',
  endSessions: 'session_ended',
  suspendPerson: 'person_suspended',
  reinstatePerson: 'person_reinstated',
  releasePerson: 'settings_changed',
  resetFactors: 'settings_changed',
  nameDeputy: 'settings_changed',
  endDeputy: 'settings_changed',
  putNotificationSettings: 'settings_changed',
  createApiKey: 'key_created',
  createSecretKey: 'key_created',
  rotateApiKey: 'key_rotated',
  rotateSecretKey: 'key_rotated',
  revokeApiKey: 'key_revoked',
  revokeSecretKey: 'key_revoked',
  putCheckoutSettings: 'settings_changed',
  putApprovalPolicy: 'settings_changed',
  approveSettingsChange: 'settings_changed',
  rejectSettingsChange: 'settings_changed',
  createWebhookEndpoint: 'webhook_changed',
  changeWebhookEndpoint: 'webhook_changed',
  deleteWebhookEndpoint: 'webhook_changed',
  rotateWebhookSecret: 'webhook_changed',
};
