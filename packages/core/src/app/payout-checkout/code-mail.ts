import { escapeHtml } from '../../kernel/codecs/escape-html.js';
import type { MailLanguage } from '../../kernel/values/mail-language.js';
import { CODE_LIFE } from '../../kernel/values/one-time-code.js';
import { rupees } from '../../kernel/values/rupees.js';
import { MINUTE } from '../../kernel/values/time.js';
import type { Mail } from '../../ports/email.js';
import { ENGLISH_CODE, type CodeTexts } from './code-english.js';
import { HINDI_CODE } from './code-hindi.js';

/** The payment that the mail with a code names. */
export interface CodePurpose {
  readonly bankName: string;
  readonly corporateName: string;
  readonly payeeName: string;
  /** The last four digits of the payee's account. */
  readonly accountNumber: string;
  /** Paise. */
  readonly amount: number;
  readonly reference: string;
}

/** By language. A language without texts does not compile. */
const TEXTS: Readonly<Record<MailLanguage, CodeTexts>> = { en: ENGLISH_CODE, hi: HINDI_CODE };

const LAST_DIGITS = 4;

/**
 * Brings a maker their code, in the language of the page that asks for it, and says what it authorizes: a maker who reads
 * only the mail can see that it is theirs.
 */
export const codeMail = (
  to: string,
  code: string,
  purpose: CodePurpose,
  language: MailLanguage,
): Mail => {
  const texts = TEXTS[language];
  const amount = rupees(purpose.amount);
  const payee = texts.payee(purpose.payeeName, purpose.accountNumber.slice(-LAST_DIGITS));
  const lines = texts.lines(amount, purpose.corporateName, payee, purpose.reference);
  const warning = texts.warning(CODE_LIFE / MINUTE, purpose.bankName);
  const [before, behind] = texts.code;
  return {
    to,
    subject: texts.subject(amount),
    text: [`${before} ${code}${behind}`, '', ...lines, '', warning, texts.unasked, ''].join('\n'),
    html: document(
      language,
      texts.title,
      [
        `<p>${before}</p><p style="font-size:28px;letter-spacing:4px"><strong>${code}</strong></p>`,
        ...[lines.join(' '), warning, texts.unasked].map((line) => `<p>${escapeHtml(line)}</p>`),
      ].join(''),
    ),
  };
};

const document = (language: MailLanguage, title: string, body: string): string =>
  `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><title>${title}</title></head><body style="font-family:sans-serif;font-size:16px;line-height:1.5">${body}</body></html>`;
