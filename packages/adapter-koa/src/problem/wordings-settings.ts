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
  | 'NotAsProposed'
  | 'SubjectGone'
  | 'NoLongerValid'
  | 'TooManySettingsChanges'
  | 'ApprovalPolicyOutdated'
  | 'CheckoutSettingsOutdated'
  | 'WebhookEndpointNotFound'
  | 'WebhookEndpointDisabled'
  | 'TooManyWebhookEndpoints'
  | 'TooManyWebhookSecrets';

/** The refusals about keys, webhook endpoints and changes of settings. */
export const SETTINGS_WORDINGS: {
  readonly [K in About]: Wording<Extract<Refusal, { readonly _tag: K }>>;
} = {
  CameBySameKey: {
    type: 'insufficient_permissions_error',
    detail: ({ keyId }) =>
      `One person created or rotated the API key ${keyId}, and also created the beneficiary or the API key used for it. Use another person's API key, or let a checker authorize it in person.`,
  },
  CameByOwnKey: {
    type: 'insufficient_permissions_error',
    detail: ({ keyId }) =>
      `It was created with the API key ${keyId}. The person who created that key, or a key that it replaced, cannot approve or reject it: ask another checker.`,
  },
  SettingsDenied: forbidden('Your role does not permit this operation on settings.'),
  ApiKeyNotFound: absent('API key not found.'),
  ApiKeyNotLive: says(
    'invalid_operation_error',
    'The key has expired, was revoked or acts as a suspended user.',
  ),
  TooManyLiveKeys: says(
    'invalid_operation_error',
    'Two keys with this name, or 100 keys of the corporate, are already active. Revoke one first.',
  ),
  SettingsChangeNotFound: absent('Settings change not found.'),
  OwnSettingsChange: forbidden(
    'You cannot decide on a change that you proposed: ask another user who can approve settings.',
  ),
  SettingsChangeOver: {
    type: 'invalid_operation_error',
    detail: ({ state }) =>
      state === 'expired'
        ? 'The change expired after seven days without a decision. Propose it again.'
        : `The change was already ${state}.`,
  },
  ProposerNotEligible: says(
    'invalid_operation_error',
    'The user who proposed the change no longer has permission to make it. Reject the change.',
  ),
  NotAsProposed: says(
    'invalid_operation_error',
    'The change is not as it was proposed: it was changed in the database, or was proposed before changes were sealed. Reject it, and ask the user who proposed it to propose it again.',
  ),
  SubjectGone: says(
    'invalid_operation_error',
    'The change can no longer be made: what it is about does not exist any more. Reject the change.',
  ),
  NoLongerValid: {
    type: 'invalid_operation_error',
    detail: ({ issues }) =>
      `The change is no longer valid: ${issues.map(({ pointer, detail }) => `${pointer.slice(1)}: ${detail}`).join('; ')}. Have this put right and approve the change then, or reject it.`,
  },
  TooManySettingsChanges: {
    type: 'invalid_operation_error',
    detail: ({ max, of }) =>
      `${String(max)} settings changes ${of === 'person' ? 'that you proposed ' : ''}are waiting for approval, which is the maximum${of === 'person' ? ' for one user' : ''}. First have some of them approved or rejected.`,
  },
  ApprovalPolicyOutdated: says(
    'invalid_operation_error',
    'Since the change was proposed, another approval policy took effect, or the roles and packages that it names changed. Reject the change, and propose it again.',
  ),
  CheckoutSettingsOutdated: says(
    'invalid_operation_error',
    'Since the change was proposed, the checkout settings changed. Reject the change, and propose it again from the settings as they are now.',
  ),
  WebhookEndpointNotFound: absent('Webhook endpoint not found.'),
  WebhookEndpointDisabled: says(
    'invalid_operation_error',
    'The webhook endpoint is disabled. Enable it first.',
  ),
  TooManyWebhookEndpoints: {
    type: 'invalid_operation_error',
    detail: ({ max }) =>
      `The corporate has ${String(max)} webhook endpoints, which is the maximum. Delete one first.`,
  },
  TooManyWebhookSecrets: {
    type: 'invalid_operation_error',
    detail: ({ until }) =>
      `Three previous secrets are still active, which is the maximum. The first expires at ${new Date(until).toISOString()}: rotate again after that.`,
  },
};
