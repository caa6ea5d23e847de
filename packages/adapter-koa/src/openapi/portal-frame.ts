import type { Frame } from './partner-frame.js';

const DESCRIPTION = `A corporate's people come in by a code that is mailed to them, decide on payouts and beneficiaries, cancel what they made, look after keys and webhooks, and read the journal.

What a person may do follows from the roles that they hold when they ask; what their packages and debit accounts do not reach is not there for them. Somebody who is suspended is out at once. Amounts are whole paise, times epoch milliseconds. Lists, errors, request ids and rate limits are those of the partner API.

Every refusal is \`application/problem+json\`. Branch on \`type\`, show \`detail\`, and do not parse \`title\`.`;

/** Around the portal API. */
export const PORTAL_FRAME: Frame = {
  title: 'Hundi portal API',
  description: DESCRIPTION,
  tags: {
    Session: 'Coming in, and going.',
    Approvals: 'What waits for a decision, deciding, and cancelling.',
    Beneficiaries: 'Whom the corporate may pay, in whatever state.',
    Keys: 'The partner keys of the corporate.',
    'Payment links': 'Asking customers for card payments by a link.',
    People: 'Users of the corporate: who is suspended, and whose sessions end.',
    'Checkout settings': 'Where customers go back to, and what their statements say.',
    'Changes of settings': 'What waits for a second person before it is made.',
    Webhooks: 'Where events are sent, what became of them, and sending them again.',
    Audit: 'What happened, who did it, and what a person should look at.',
  },
  security: {
    session: {
      type: 'http',
      scheme: 'bearer',
      description: 'The token of a session. Missing, unknown, ended or expired: 401.',
    },
  },
};
