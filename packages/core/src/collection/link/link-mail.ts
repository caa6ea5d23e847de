import { rupees } from '../../kernel/values/rupees.js';
import { handOver, type MailRoom } from '../../duty/hand-over.js';
import type { Mail } from '../../ports/email.js';
import { looksLikeAddress } from '../../kernel/values/looks-like-address.js';
import type { PaymentLink } from '../session/payment-link.js';

/** Links that were made before may hold addresses: a mail leads nowhere but to its link. */
const isSaid = (description: string | undefined): description is string =>
  description !== undefined && description !== '' && !looksLikeAddress(description);

/** Asks a customer to pay. */
const linkMail = (
  to: string,
  { amount, reference, description, expiresAt }: PaymentLink,
  merchant: string,
  url: string,
): Mail => ({
  to,
  subject: `${merchant} asks you to pay ${rupees(amount)}`,
  text: [
    `${merchant} asks you to pay ${rupees(amount)}${isSaid(description) ? ` for ${description}` : ''}.`,
    `Reference: ${reference}`,
    '',
    'Pay by card here:',
    url,
    '',
    `The link is valid until ${new Date(expiresAt).toUTCString()} and for one payment.`,
    `If you do not expect this, ask ${merchant} before you pay.`,
    '',
  ].join('\n'),
});

/** Mails a link to its customer, without waiting for the mailer: the maker of the link can send it again. */
export const mailLink = (
  room: MailRoom,
  link: PaymentLink,
  merchant: string,
  url: string,
): void => {
  if (link.email === undefined) return;
  const { bankTenantId, corporateTenantId, linkId } = link;
  const tenant = { bankTenantId, corporateTenantId };
  handOver(room, linkMail(link.email, link, merchant, url), [{ tenant, subjectId: linkId }]);
};
