import type { UserId } from '../../kernel/values/ids.js';
import type { Tenant } from '../../kernel/values/tenant.js';
import type { EpochMs } from '../../kernel/values/time.js';
import type { Stores } from '../../storage/storage.js';
import { linkEntry } from '../session/collection-entry.js';
import { tenantOf } from '../session/collection-session.js';
import type { NewPaymentLink } from './create-payment-link.js';
import type { Page } from '../session/page-token.js';
import { LINK_LIFE, type PaymentLink } from '../session/payment-link.js';

/** A link that a person creates now. It is mailed at once if it has an address. */
export const newLink = (
  tenant: Tenant,
  createdBy: UserId,
  { amount, reference, description, email }: NewPaymentLink,
  { id, sealedToken }: Page,
  now: EpochMs,
): PaymentLink => ({
  linkId: id,
  ...tenant,
  amount,
  reference,
  status: 'open',
  createdBy,
  sequence: 1,
  createdAt: now,
  expiresAt: now + LINK_LIFE,
  changedAt: now,
  sessions: 0,
  mails: email === undefined ? 0 : 1,
  sealedToken,
  ...(description !== undefined && { description }),
  ...(email !== undefined && { email, mailedAt: now }),
});

/** Writes a new link, and lets it expire in time. */
export const addLink = async (
  { collections, journal, work }: Stores,
  link: PaymentLink,
): Promise<void> => {
  await collections.addLink(link);
  await journal.append([linkEntry(link, link.createdBy)]);
  await work.add([
    {
      duty: 'expire-collections',
      subject: link.linkId,
      tenant: tenantOf(link),
      runAt: link.expiresAt,
    },
  ]);
};
