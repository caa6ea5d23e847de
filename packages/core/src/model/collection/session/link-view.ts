import * as t from 'io-ts';
import { alias, documented } from '../../../kernel/codecs/documented.js';
import { UserId } from '../../../kernel/values/ids.js';
import { MailLanguage } from '../../../kernel/values/mail-language.js';
import { CURRENCY, Paise } from '../../../kernel/values/money.js';
import { picked } from '../../../kernel/picked.js';
import { record } from '../../../kernel/codecs/record.js';
import { KeptEmail } from '../../../kernel/values/text.js';
import { EpochMs } from '../../../kernel/values/time.js';
import { Url } from '../../../kernel/values/url.js';
import { CheckoutReference } from './collection-session.js';
import { LinkStatus, type PaymentLink } from './payment-link.js';

/** The language in which a link is mailed. */
export const LinkLanguage = alias(MailLanguage, {
  description:
    'The language of the mails to the customer: English (`en`, default) or Hindi (`hi`).',
});

/** A payment link as the corporate's people see it. Times in epoch ms. */
export const PaymentLinkView = documented(
  record(
    'PaymentLink',
    {
      linkId: t.string,
      url: alias(Url, {
        description: 'The URL of the payment page. Anyone who has it can pay.',
      }),
      status: LinkStatus,
      amount: Paise,
      currency: t.literal(CURRENCY),
      reference: CheckoutReference,
      createdBy: UserId,
      createdAt: EpochMs,
      expiresAt: EpochMs,
    },
    {
      description: t.string,
      email: KeptEmail,
      language: LinkLanguage,
      mailedAt: alias(EpochMs, {
        description: 'When the link was last mailed. Epoch milliseconds.',
      }),
      endedAt: EpochMs,
      sessionId: alias(t.string, { description: 'The latest checkout session of the link.' }),
      usedUp: alias(t.literal(true), {
        description:
          'Only of an open link: it has no attempts left, so its customer cannot pay with it any more. Create another link.',
      }),
    },
  ),
  { description: 'A link that requests one payment from a customer and expires after 24 hours.' },
);
export type PaymentLinkView = t.TypeOf<typeof PaymentLinkView>;

export const linkView = (link: PaymentLink, url: string, usedUp = false): PaymentLinkView => ({
  linkId: link.linkId,
  url,
  status: link.status,
  amount: link.amount,
  currency: CURRENCY,
  reference: link.reference,
  createdBy: link.createdBy,
  createdAt: link.createdAt,
  expiresAt: link.expiresAt,
  ...picked(link, ['description', 'email', 'language', 'mailedAt', 'endedAt', 'sessionId']),
  ...(usedUp && { usedUp }),
});
