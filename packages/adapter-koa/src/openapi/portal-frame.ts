import type { Frame } from './partner-frame.js';

const DESCRIPTION = `The users of a corporate log in with a mailed code, make payments and beneficiaries, approve or reject them, cancel payouts, manage keys and webhooks, and read the journal.

Each request is checked against the user's roles at that time; objects outside the packages and debit accounts of those roles are not found. A suspended user loses access at once. Amounts are whole paise, times epoch milliseconds. Lists, errors, request ids and rate limits are those of the partner API.

Every error is \`application/problem+json\`. Branch on \`type\`, show \`detail\`, and do not parse \`title\`.`;

/** Around the portal API. */
export const PORTAL_FRAME: Frame = {
  title: 'Hundi portal API',
  description: DESCRIPTION,
  tags: {
    Session: 'Logging in and out.',
    Approvals: 'Payouts that wait for approval: listing, approving, rejecting and cancelling them.',
    Payments:
      'Submitting payments, and following them: payouts, the jobs that they came in, and reports.',
    Beneficiaries: 'The payees of the corporate, in every state.',
    Keys: 'The partner keys of the corporate.',
    'Payment links': 'Links that request a card payment from a customer.',
    People: 'Users of the corporate: suspending and reinstating them, and ending their sessions.',
    'Checkout settings':
      'The hosts to which customers return, and the text on their card statements.',
    'Changes of settings': 'Changes of settings that need approval by a second person.',
    Webhooks: 'Webhook endpoints, delivery attempts and replays.',
    Audit: 'The journal of all changes, and incidents that need a person.',
  },
  security: {
    session: {
      type: 'http',
      scheme: 'bearer',
      description: 'The token of a session. Missing, unknown, ended or expired: 401.',
    },
  },
};
