import { MINUTE } from '../kernel/time.js';
import type { Mail } from '../ports/email.js';
import type { Corporate } from '../tenancy/corporate.js';
import type { User } from '../tenancy/user.js';
import { CODE_LIFE } from './login-challenge.js';

/** Brings a person their code, and says for which corporate it is: an address may have several. */
export const loginMail = (
  to: string,
  { name }: Pick<Corporate, 'name'>,
  { username }: Pick<User, 'username'>,
  code: string,
): Mail => ({
  to,
  subject: `${code} is your code for ${name}`,
  text: [
    `${code} lets you in as ${username} of ${name}.`,
    '',
    `It is good for ${String(CODE_LIFE / MINUTE)} minutes and for one use. Nobody at the bank will ever ask you for it.`,
    'If you did not ask for it, somebody else typed your address: they cannot get in without this code.',
    '',
  ].join('\n'),
});
