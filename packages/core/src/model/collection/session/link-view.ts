import * as t from 'io-ts';
import { about } from '../../../kernel/codecs/documented.js';
import { UserId } from '../../../kernel/values/ids.js';
import { MailLanguage } from '../../../kernel/values/mail-language.js';
import { CURRENCY, Paise } from '../../../kernel/values/money.js';
import { describedRecord, shownAs } from '../../../kernel/codecs/record.js';
import { KeptEmail } from '../../../kernel/values/text.js';
import { EpochMs } from '../../../kernel/values/time.js';
import { Url } from '../../../kernel/values/url.js';
import { CheckoutReference } from './collection-session.js';
import { LinkStatus, type PaymentLink } from './payment-link.js';

/** The language in which a link is mailed. */
export const LinkLanguage = about(
  MailLanguage,
  'The language of the mails to the customer: English (`en`, default) or Hindi (`hi`).',
);

/** A payment link as the corporate's people see it. Times in epoch ms. */
export const PaymentLinkView = describedRecord(
  'PaymentLink',
  'A link that requests one payment from a customer and expires after 24 hours.',
  {
    linkId: t.string,
    url: about(Url, 'The URL of the payment page. Anyone who has it can pay.'),
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
    mailedAt: about(EpochMs, 'When the link was last mailed. Epoch milliseconds.'),
    endedAt: EpochMs,
    sessionId: about(t.string, 'The latest checkout session of the link.'),
    usedUp: about(
      t.literal(true),
      'Only of an open link: it has no attempts left, so its customer cannot pay with it any more. Create another link.',
    ),
  },
);
export type PaymentLinkView = t.TypeOf<typeof PaymentLinkView>;

export const linkView = (link: PaymentLink, url: string, usedUp = false): PaymentLinkView =>
  shownAs(PaymentLinkView, { ...link, url, currency: CURRENCY, ...(usedUp && { usedUp }) });
