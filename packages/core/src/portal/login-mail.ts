import { CODE_LIFE } from '../kernel/one-time-code.js';
import { MINUTE } from '../kernel/time.js';
import type { Mail } from '../ports/email.js';
import type { Corporate } from '../tenancy/corporate.js';
import type { User } from '../tenancy/user.js';
import { SHARED_FOR, type CodeKind } from './login-challenge.js';

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
  { name }: Pick<Corporate, 'name'>,
  { username }: Pick<User, 'username'>,
  { code, kind }: MailedCode,
): Mail => ({
  to,
  subject: `Your code for ${name}`,
  text: [
    `${code} lets you in as ${username} of ${name}.`,
    '',
    `It is good for ${String(goodFor[kind] / MINUTE)} minutes and for one use. Nobody at the bank will ever ask you for it.`,
    'If you did not ask for it, somebody else typed your address: they cannot get in without this code.',
    ...(kind === 'long'
      ? [
          'It is longer than usual because your address was typed often. If you ask again within that time there is no other mail: this code fits.',
        ]
      : []),
    '',
  ].join('\n'),
});
