import { USUAL_LANGUAGE, type MailLanguage } from '../../../kernel/values/mail-language.js';
import { rupees } from '../../../kernel/values/rupees.js';
import { tenantOf } from '../../../kernel/values/tenant.js';
import { handOver, type MailRoom } from '../../duty/hand-over.js';
import type { Mail } from '../../../ports/email.js';
import { looksLikeAddress } from '../../../kernel/values/looks-like-address.js';
import type { PaymentLink } from '../../../model/collection/session/payment-link.js';
import { ENGLISH_LINK, type LinkTexts } from './link-english.js';
import { HINDI_LINK } from './link-hindi.js';

/** Links that were made before may hold addresses: a mail leads nowhere but to its link. */
const isSaid = (description: string | undefined): description is string =>
  description !== undefined && description !== '' && !looksLikeAddress(description);

/** By language. A language without texts does not compile. */
const TEXTS: Readonly<Record<MailLanguage, LinkTexts>> = { en: ENGLISH_LINK, hi: HINDI_LINK };

/** Asks a customer to pay, in the language that the maker of the link chose for them. */
export const linkMail = (
  to: string,
  link: Pick<PaymentLink, 'amount' | 'reference' | 'description' | 'expiresAt' | 'language'>,
  merchant: string,
  url: string,
): Mail => {
  const { reference, description, expiresAt, language = USUAL_LANGUAGE } = link;
  const texts = TEXTS[language];
  const amount = rupees(link.amount);
  const subject = texts.asks(merchant, amount);
  return {
    to,
    subject,
    text: [
      isSaid(description) ? texts.asksFor(merchant, amount, description) : subject + texts.end,
      texts.reference(reference),
      '',
      texts.pay,
      url,
      '',
      texts.until(expiresAt),
      texts.unexpected(merchant),
      '',
    ].join('\n'),
  };
};

/** Mails a link to its customer, without waiting for the mailer: the maker of the link can send it again. */
export const mailLink = (
  room: MailRoom,
  link: PaymentLink,
  merchant: string,
  url: string,
): void => {
  if (link.email === undefined) return;
  const subject = { tenant: tenantOf(link), subjectId: link.linkId };
  handOver(room, linkMail(link.email, link, merchant, url), [subject]);
};
