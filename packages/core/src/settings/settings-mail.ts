import { looksLikeAddress } from '../kernel/values/looks-like-address.js';
import type { Json, JsonObject } from '../kernel/codecs/json.js';
import type { Mail } from '../ports/email.js';
import type { SettingsChangeName } from './change/settings-change.js';
import type { SettingsNotice } from './settings-notice.js';

/** Mails about the settings of a corporate in an hour of the clock, from one process. */
export const MAILS_AN_HOUR = 20;

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

const LABELS = {
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
} as const;

const said = (member: string, value: Json | undefined): string => {
  if (Array.isArray(value)) return value.join(', ');
  if (typeof value !== 'string') return '';
  // A mail shows only the host of a URL: its path may hold a secret, and a text that a person chose may be a link.
  if (member === 'url') return URL.canParse(value) ? new URL(value).origin : '';
  return member === 'name' && looksLikeAddress(value) ? '' : value;
};

const detailLines = (details: JsonObject): ReadonlyArray<string> =>
  Object.entries(LABELS).flatMap(([member, label]) => {
    const text = said(member, details[member]);
    return text === '' ? [] : [`${label}: ${text}`];
  });

const DID = {
  made: 'changed the settings',
  proposed: 'proposed a change of the settings',
  approved: 'approved a change of the settings',
} as const;

const TAKE_BACK =
  'undo it in the portal at once (revoke the key, set the endpoint right, remove the host, propose the previous approval policy or suspend the user again)';

const IF_NOT_AGREED = {
  proposed:
    'Nothing changes until another person approves it in the portal. If it was not agreed, reject it there, and suspend the person who proposed it.',
  made: `If it was not agreed, ${TAKE_BACK}, and suspend the person who made it.`,
  approved: `If it was not agreed, ${TAKE_BACK}, and suspend the persons who proposed and approved it.`,
} as const;

/** The actor of a step: an operator of the bank is no user of the corporate, and has one name. */
const whoDid = ({ by, username }: SettingsNotice): string =>
  username === by ? by : `${username} (${by})`;

/** Says to another administrator what a person did about keys, webhook endpoints, return hosts, people or the approval policy. */
const administratorsMail = (to: string, notice: SettingsNotice): Mail => {
  const { corporate, kind, details, step, at } = notice;
  return {
    to,
    subject: `${corporate}: settings ${step === 'proposed' ? 'are about to change' : 'were changed'}`,
    text: [
      `${whoDid(notice)} ${DID[step]} of ${corporate}: ${WHAT[kind]}.`,
      '',
      ...detailLines(details),
      `When: ${new Date(at).toUTCString()}`,
      '',
      IF_NOT_AGREED[step],
      `At most ${String(MAILS_AN_HOUR)} such mails are sent per hour for a corporate. The portal shows every change.`,
      '',
    ].join('\n'),
  };
};

const DID_TO_FACTORS = {
  made: 'removed',
  proposed: 'asked to remove',
  approved: 'approved the removal of',
} as const;

const REMOVED =
  'Your sessions have ended. Log in with the code that is mailed to you, and enrol a new second factor.';

const THEN = {
  made: REMOVED,
  proposed: 'Nothing changes until another person approves it in the portal.',
  approved: REMOVED,
} as const;

/** Says to a person that they lose their second factors: whoever took over their mailbox would ask for that, too. */
const factorsMail = (to: string, notice: SettingsNotice): Mail => {
  const { corporate, step, at } = notice;
  return {
    to,
    subject: `${corporate}: your second factors ${step === 'proposed' ? 'are about to be removed' : 'were removed'}`,
    text: [
      `${whoDid(notice)} ${DID_TO_FACTORS[step]} all second factors and recovery codes that you have at ${corporate}.`,
      '',
      `When: ${new Date(at).toUTCString()}`,
      '',
      THEN[step],
      'If you did not lose them, call an administrator or your bank at once: another person may be about to log in as you.',
      '',
    ].join('\n'),
  };
};

/** The mails of a step: to the person whom it concerns first, then to the other administrators. */
export const settingsMails = (notice: SettingsNotice): ReadonlyArray<Mail> => [
  ...(notice.concerned === undefined ? [] : [factorsMail(notice.concerned, notice)]),
  ...notice.to.map((address) => administratorsMail(address, notice)),
];
