import { CODE_LIFE } from '../kernel/values/one-time-code.js';
import { MINUTE } from '../kernel/values/time.js';
import type { Mail } from '../ports/email.js';
import type { Corporate } from '../tenancy/corporate.js';
import type { User } from '../tenancy/user.js';
import { SHARED_FOR, type CodeKind } from './session/login-challenge.js';

interface MailedCode {
  readonly code: string;
  readonly kind: CodeKind;
}

const goodFor = { short: CODE_LIFE, long: SHARED_FOR };

/**
 * Brings a person their code, and says for which corporate it is: an address may have several. The code is in the
 * body alone: subjects show on locked screens, and in the logs of mail servers.
 */
export const loginMail = (
  to: string,
  corporate: Pick<Corporate, 'name'>,
  { username }: Pick<User, 'username'>,
  mailed: MailedCode,
): Mail =>
  codeMail(to, corporate, mailed, [
    `is your code to log in as ${username} of ${corporate.name}.`,
    'If you did not request it, another person entered your address. They cannot log in without this code.',
  ]);

/** Brings a person who is in the code that confirms their session. */
export const confirmationMail = (
  to: string,
  corporate: Pick<Corporate, 'name'>,
  { username }: Pick<User, 'username'>,
  mailed: MailedCode,
): Mail =>
  codeMail(to, corporate, mailed, [
    `confirms a change that you are about to make as ${username} of ${corporate.name}, to its keys, endpoints, people or settings.`,
    'If you are not about to make a change, another person is using your session: end it in the portal, and ask your administrator to suspend your account.',
  ]);

const codeMail = (
  to: string,
  { name }: Pick<Corporate, 'name'>,
  { code, kind }: MailedCode,
  [does, ifNotYours]: readonly [does: string, ifNotYours: string],
): Mail => ({
  to,
  subject: `Your code for ${name}`,
  text: [
    `${code} ${does}`,
    '',
    `It is valid for ${String(goodFor[kind] / MINUTE)} minutes and for one use. The bank will never ask you for it.`,
    ifNotYours,
    ...(kind === 'long'
      ? [
          'It is longer than usual because many codes were requested for your address. If you request another one within that time, no new mail is sent: use this code.',
        ]
      : []),
    '',
  ].join('\n'),
});
