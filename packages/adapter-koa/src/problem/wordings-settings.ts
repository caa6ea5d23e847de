import type { Refusal } from './refusal.js';
import { absent, forbidden, says, type Wording } from './wording.js';

type About =
  | 'CameBySameKey'
  | 'CameByOwnKey'
  | 'SettingsDenied'
  | 'ApiKeyNotFound'
  | 'ApiKeyNotLive'
  | 'TooManyLiveKeys'
  | 'SettingsChangeNotFound'
  | 'OwnSettingsChange'
  | 'SettingsChangeOver'
  | 'ProposerNotEligible'
  | 'TooManySettingsChanges'
  | 'WebhookEndpointNotFound'
  | 'WebhookEndpointDisabled'
  | 'TooManyWebhookEndpoints'
  | 'TooManyWebhookSecrets';

/** What is refused about keys, webhook endpoints and changes of settings. */
export const SETTINGS_WORDINGS: {
  readonly [K in About]: Wording<Extract<Refusal, { readonly _tag: K }>>;
} = {
  CameBySameKey: {
    type: 'insufficient_permissions_error',
    detail: ({ keyId }) =>
      `The API key ${keyId} made the beneficiary. The corporate asks that a person authorizes it, or another key that did not replace this one.`,
  },
  CameByOwnKey: {
    type: 'insufficient_permissions_error',
    detail: ({ keyId }) =>
      `It came by the API key ${keyId}. Another checker must decide: a person who made that key, or one that it replaced, may not.`,
  },
  SettingsDenied: forbidden('The role does not allow this over settings.'),
  ApiKeyNotFound: absent('API key not found.'),
  ApiKeyNotLive: says(
    'invalid_operation_error',
    'The API key has expired, was revoked, or acts as a user who is suspended.',
  ),
  TooManyLiveKeys: says(
    'invalid_operation_error',
    'Two keys of this name are live already, or 100 of the corporate. Revoke one first.',
  ),
  SettingsChangeNotFound: absent('There is no such change of settings.'),
  OwnSettingsChange: forbidden(
    'You proposed this change: another person who may approve settings must decide on it.',
  ),
  SettingsChangeOver: {
    type: 'invalid_operation_error',
    detail: ({ state }) =>
      state === 'expired'
        ? 'The change waited for seven days and has expired. Propose it again.'
        : `The change is ${state} already.`,
  },
  ProposerNotEligible: says(
    'invalid_operation_error',
    'The person who proposed the change may not make it any more. Reject it.',
  ),
  TooManySettingsChanges: {
    type: 'invalid_operation_error',
    detail: ({ max }) =>
      `${String(max)} changes of settings wait for approval, as many as may. Have some of them decided on first.`,
  },
  WebhookEndpointNotFound: absent('Webhook endpoint not found.'),
  WebhookEndpointDisabled: says(
    'invalid_operation_error',
    'The webhook endpoint is disabled. Enable it first.',
  ),
  TooManyWebhookEndpoints: {
    type: 'invalid_operation_error',
    detail: ({ max }) =>
      `The corporate has ${String(max)} webhook endpoints, as many as it may. Delete one first.`,
  },
  TooManyWebhookSecrets: {
    type: 'invalid_operation_error',
    detail: ({ until }) =>
      `Three replaced secrets of the endpoint sign still, as many as may. The first retires at ${new Date(until).toISOString()}: rotate again then.`,
  },
};
