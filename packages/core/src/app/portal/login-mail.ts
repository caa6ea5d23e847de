import type { MailLanguage } from '../../kernel/values/mail-language.js';
import { CODE_LIFE } from '../../kernel/values/one-time-code.js';
import { MINUTE } from '../../kernel/values/time.js';
import type { Mail } from '../../ports/email.js';
import type { Corporate } from '../../model/tenancy/corporate.js';
import type { User } from '../../model/tenancy/user.js';
import { ENGLISH_LOGIN, type LoginTexts } from './login-english.js';
import { HINDI_LOGIN } from './login-hindi.js';
import { SHARED_FOR, type CodeKind } from '../../model/portal/session/login-challenge.js';

interface MailedCode {
  readonly code: string;
  readonly kind: CodeKind;
  /** `login`: it opens a session; `confirmation`: it confirms the one that its person is in. */
  readonly purpose: 'login' | 'confirmation';
  /** Of the page, or of the call, by which the code was asked for. */
  readonly language: MailLanguage;
}

const goodFor = { short: CODE_LIFE, long: SHARED_FOR };

/** By language. A language without texts does not compile. */
const TEXTS: Readonly<Record<MailLanguage, LoginTexts>> = { en: ENGLISH_LOGIN, hi: HINDI_LOGIN };

/**
 * Brings a person their code, and says for which corporate it is: an address may have several. The code is in the
 * body alone: subjects show on locked screens, and in the logs of mail servers.
 */
export const loginMail = (
  to: string,
  { name }: Pick<Corporate, 'name'>,
  { username }: Pick<User, 'username'>,
  { code, kind, purpose, language }: MailedCode,
): Mail => {
  const texts = TEXTS[language];
  const [does, ifNotYours] =
    purpose === 'login'
      ? [texts.logsIn(username, name), texts.ifNotAsked]
      : [texts.confirms(username, name), texts.ifNoChange];
  return {
    to,
    subject: texts.subject(name),
    text: [
      `${code} ${does}`,
      '',
      texts.life(goodFor[kind] / MINUTE),
      ifNotYours,
      ...(kind === 'long' ? [texts.isLong] : []),
      '',
    ].join('\n'),
  };
};
