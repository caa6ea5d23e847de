import type { EpochMs } from '../../../kernel/values/time.js';
import type { CollectionSession } from '../../../model/collection/session/collection-session.js';
import type { PaymentLink } from '../../../model/collection/session/payment-link.js';

/**
 * Since when a life of the database that a restored backup has ended may have charged cards of a session. One of a link is
 * as old as its link: its id follows from the link, so a session that starts after the restore may have been paid before.
 */
export const bornOf = (
  session: Pick<CollectionSession, 'createdAt'>,
  link: Pick<PaymentLink, 'createdAt'> | undefined,
): EpochMs => (link ?? session).createdAt;
