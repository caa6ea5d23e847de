import { MEMBERS_MAX, PIECE } from '../http/body/json-look.js';
import { WEBHOOKS } from './webhooks.js';

/** The parts of a document besides its routes. */
export interface Frame {
  readonly title: string;
  readonly description: string;
  /** The meaning of each tag of a route, in the order of the document. */
  readonly tags: Readonly<Record<string, string>>;
  /** How callers show who they are, by the names that operations use. */
  readonly security: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** Whether the service sends events to its readers. Default: no. */
  readonly receivesEvents?: boolean;
}

const DESCRIPTION = `A corporate's software manages beneficiaries, reads its payment packages, submits one or many payouts in a single request, and tracks them by job, by transaction and by report.

Amounts are whole paise (1 INR is 100 paise); decimals are rejected. Payouts are created asynchronously: an accepted batch is recorded durably, but neither approved nor settled yet.

The key determines the tenant. A body that names \`bankTenantId\`, \`corporateTenantId\`, \`corporateId\` or \`actorUsername\` is rejected, and so is one with an unknown field whose name misses a known one by letter case, or by one or two letters (\`payoutdate\`): the error names the field that was meant. Other unknown fields are ignored, and responses may gain fields. Every GET also supports HEAD. An object that does not exist, or belongs to another corporate, gets 404.

A body has at most 64 KiB; that of a batch at most 32 MiB, 33,554,432 bytes, whatever the number of its payments: 20,000 payments fit if each has up to 1,677 bytes of JSON on average. One payment, or the rest of the body without the payments, has at most 64 KiB, ${String(PIECE.values)} values, ${String(PIECE.members)} members and ${String(PIECE.levels)} levels; all objects of a body have at most ${String(MEMBERS_MAX)} members together, 50 for each of 20,000 payments; the error of a larger body points to the payment at which to split it. An object with a duplicate member is rejected.

Every error is \`application/problem+json\`. Branch on \`type\`, show \`detail\`, and do not parse \`title\`.`;

const TAGS = {
  Beneficiaries: 'The payees of the corporate. A payout requires one that a checker has approved.',
  Packages: 'The payment packages of the corporate: rules, limits, debit accounts and methods.',
  Payments: 'Creating payouts, tracking them and cancelling them.',
  'Payout checkout': 'Payouts that a person of the corporate authorizes on a hosted page.',
  Reports: 'Transactions with item-level detail.',
  Events: 'Every event in order, as webhooks deliver it.',
  [WEBHOOKS]:
    'What the service sends to each endpoint of the corporate that subscribes to the type.',
  Checkout: 'Card payments that customers make on a hosted page, for the backends of merchants.',
};

const API_KEY = {
  type: 'apiKey',
  in: 'header',
  name: 'x-api-key',
  description: 'A partner API key provisioned by the bank. Missing or invalid: 401.',
};

const SECRET_KEY = {
  type: 'http',
  scheme: 'bearer',
  description:
    'A secret key, `sk_…`: on servers only, never in an app or a browser. Missing or invalid: 401.',
};

/** Around the partner API. */
export const PARTNER_FRAME: Frame = {
  title: 'Hundi partner API',
  description: DESCRIPTION,
  tags: TAGS,
  security: { apiKey: API_KEY, secretKey: SECRET_KEY },
  receivesEvents: true,
};
