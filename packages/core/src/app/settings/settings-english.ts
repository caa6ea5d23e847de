import type { EpochMs } from '../../kernel/values/time.js';
import type { SettingsChangeName } from '../../model/settings/change/settings-change.js';

/** What a person did about a change of settings. */
export type SettingsStepName = 'made' | 'proposed' | 'approved';

const TAKE_BACK =
  'undo it in the portal at once (revoke the key, set the endpoint right, remove the host, propose the previous approval policy or suspend the user again)';

const REMOVED =
  'Your sessions have ended. Log in with the code that is mailed to you, and enrol a new second factor.';

const WHAT: Readonly<Record<SettingsChangeName, string>> = {
  create_api_key: 'a new partner key',
  rotate_api_key: 'a new partner key that replaces another',
  create_secret_key: 'a new secret key',
  rotate_secret_key: 'a new secret key that replaces another',
  create_webhook_endpoint: 'a new webhook endpoint',
  change_webhook_endpoint: 'a change of a webhook endpoint',
  rotate_webhook_secret: 'a new secret of a webhook endpoint',
  delete_webhook_endpoint: 'the deletion of a webhook endpoint',
  put_checkout_settings: 'new hosts to which customers can return',
  reinstate_person: 'the reinstatement of a suspended user',
  put_approval_policy: 'other approvals that payouts need',
  enrol_factor: 'a new second factor of a user, which their approvals can be given with',
  reset_factors: 'the removal of all second factors and recovery codes of a user',
};

const DID = {
  made: 'changed the settings',
  proposed: 'proposed a change of the settings',
  approved: 'approved a change of the settings',
} as const;

const DID_TO_FACTORS = {
  made: 'removed',
  proposed: 'asked to remove',
  approved: 'approved the removal of',
} as const;

/** Every text of a mail about settings, in English. */
export const ENGLISH_SETTINGS = {
  labels: {
    keyId: 'Key',
    name: 'Name',
    replaces: 'Replaces',
    scopes: 'Scopes',
    actsAsUserId: 'Acts as',
    endpointId: 'Endpoint',
    url: 'Sends to',
    eventTypes: 'Events',
    status: 'Status',
    destinationHosts: 'Hosts',
    userId: 'User',
    suspendedBy: 'Suspended by',
    factorKind: 'Kind',
  },
  /** A user by their name and id; an operator of the bank has one name. */
  who: (username: string, by: string): string => (username === by ? by : `${username} (${by})`),
  subject: (corporate: string, step: SettingsStepName): string =>
    `${corporate}: settings ${step === 'proposed' ? 'are about to change' : 'were changed'}`,
  did: (who: string, step: SettingsStepName, corporate: string, kind: SettingsChangeName): string =>
    `${who} ${DID[step]} of ${corporate}: ${WHAT[kind]}.`,
  when: (at: EpochMs): string => `When: ${new Date(at).toUTCString()}`,
  ifNotAgreed: {
    proposed:
      'Nothing changes until another person approves it in the portal. If it was not agreed, reject it there, and suspend the person who proposed it.',
    made: `If it was not agreed, ${TAKE_BACK}, and suspend the person who made it.`,
    approved: `If it was not agreed, ${TAKE_BACK}, and suspend the persons who proposed and approved it.`,
  },
  most: ({ ofUser, ofCorporate }: Readonly<Record<'ofUser' | 'ofCorporate', number>>): string =>
    `At most ${String(ofUser)} changes by one user are mailed per hour, and ${String(ofCorporate)} of a corporate. The portal shows every change.`,
  factorsSubject: (corporate: string, step: SettingsStepName): string =>
    `${corporate}: your second factors ${step === 'proposed' ? 'are about to be removed' : 'were removed'}`,
  didToFactors: (who: string, step: SettingsStepName, corporate: string): string =>
    `${who} ${DID_TO_FACTORS[step]} all second factors and recovery codes that you have at ${corporate}.`,
  then: {
    made: REMOVED,
    proposed: 'Nothing changes until another person approves it in the portal.',
    approved: REMOVED,
  },
  ifNotLost:
    'If you did not lose them, call an administrator or your bank at once: another person may be about to log in as you.',
};

export type SettingsTexts = typeof ENGLISH_SETTINGS;
