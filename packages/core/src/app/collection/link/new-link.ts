import type { RecordChanges } from '../../writer/changes.js';
import type { UserId } from '../../../kernel/values/ids.js';
import { tenantOf, type Tenant } from '../../../kernel/values/tenant.js';
import type { EpochMs } from '../../../kernel/values/time.js';
import { linkEntry } from '../../../model/collection/session/collection-entry.js';
import type { NewPaymentLink } from './create-payment-link.js';
import type { Page } from '../page/page-token.js';
import { LINK_LIFE, type PaymentLink } from '../../../model/collection/session/payment-link.js';

/** A link that a person creates now. It is mailed at once if it has an address. */
export const newLink = (
  { tenant, createdBy }: { readonly tenant: Tenant; readonly createdBy: UserId },
  { amount, reference, description, email, language }: NewPaymentLink,
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
  ...(language !== undefined && { language }),
});

/** Makes a new link, which expires in time. */
export const makeLink = (link: PaymentLink): RecordChanges => {
  const { linkId: subject, createdBy, expiresAt: runAt } = link;
  return {
    work: [{ duty: 'expire-collections', subject, tenant: tenantOf(link), runAt }],
    saves: [({ collections }) => collections.addLink(link)],
    entries: [linkEntry(link, createdBy)],
  };
};
