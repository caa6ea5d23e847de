/** Every text of the mail with the code for a payout, in English. */
export const ENGLISH_CODE = {
  title: 'Your code',
  subject: (amount: string): string => `Your code to authorize ${amount}`,
  /** What stands before the code, and behind it. */
  code: ['Your code is', '.'] as readonly [string, string],
  payee: (name: string, lastDigits: string): string => `${name}, account ending in ${lastDigits}`,
  lines: (
    amount: string,
    corporate: string,
    payee: string,
    reference: string,
  ): ReadonlyArray<string> => [
    `It authorizes one payout of ${amount} by ${corporate}`,
    `to ${payee},`,
    `reference ${reference}.`,
  ],
  warning: (minutes: number, bank: string): string =>
    `It is valid for ${String(minutes)} minutes and only for this payout. ${bank} will never ask you for it by phone or mail.`,
  unasked:
    'If you did not request it, do not use it, and inform the person responsible for payouts in your company.',
};

export type CodeTexts = typeof ENGLISH_CODE;
