import { escapeHtml } from '../kernel/codecs/escape-html.js';
import { CODE_LIFE } from '../kernel/values/one-time-code.js';
import { rupees } from '../kernel/values/rupees.js';
import { MINUTE } from '../kernel/values/time.js';
import type { Mail } from '../ports/email.js';

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

const LIFE = `${String(CODE_LIFE / MINUTE)} minutes`;
const LAST_DIGITS = 4;

/**
 * Brings a maker their code, and says what it authorizes: a maker who reads only the mail can see that it is theirs.
 */
export const codeMail = (to: string, code: string, purpose: CodePurpose): Mail => {
  const amount = rupees(purpose.amount);
  const payee = `${purpose.payeeName}, account ending in ${purpose.accountNumber.slice(-LAST_DIGITS)}`;
  const lines = [
    `It authorizes one payout of ${amount} by ${purpose.corporateName}`,
    `to ${payee},`,
    `reference ${purpose.reference}.`,
  ];
  const warning = `It is valid for ${LIFE} and only for this payout. ${purpose.bankName} will never ask you for it by phone or mail.`;
  const unasked =
    'If you did not request it, do not use it, and inform the person responsible for payouts in your company.';
  return {
    to,
    subject: `Your code to authorize ${amount}`,
    text: [`Your code is ${code}.`, '', ...lines, '', warning, unasked, ''].join('\n'),
    html: document(
      [
        `<p>Your code is</p><p style="font-size:28px;letter-spacing:4px"><strong>${code}</strong></p>`,
        ...[lines.join(' '), warning, unasked].map((line) => `<p>${escapeHtml(line)}</p>`),
      ].join(''),
    ),
  };
};

const document = (body: string): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Your code</title></head><body style="font-family:sans-serif;font-size:16px;line-height:1.5">${body}</body></html>`;
