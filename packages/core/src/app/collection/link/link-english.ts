/** Every text of the mail with a payment link, in English. */
export const ENGLISH_LINK = {
  asks: (merchant: string, amount: string) => `${merchant} asks you to pay ${amount}`,
  asksFor: (merchant: string, amount: string, description: string) =>
    `${merchant} asks you to pay ${amount} for ${description}.`,
  end: '.',
  reference: (reference: string) => `Reference: ${reference}`,
  pay: 'Pay by card here:',
  until: (at: number) =>
    `The link is valid until ${new Date(at).toUTCString()} and for one payment.`,
  unexpected: (merchant: string) => `If you do not expect this, ask ${merchant} before you pay.`,
};

export type LinkTexts = typeof ENGLISH_LINK;
