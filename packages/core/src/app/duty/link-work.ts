import type { Tenant } from '../../kernel/values/tenant.js';
import type { EpochMs } from '../../kernel/values/time.js';
import type { NewWork, Work } from '../../storage/work-store.js';

const LINK = /^(pl_[^/]+)(?:\/(cs_[^/]+))?$/;

/**
 * Work to ask about a session that a link may have started in a life of the database that a restored backup has ended. It
 * is work of its own: one claim asks about one session, however many there may have been.
 */
export const forgottenSessionWork = (
  tenant: Tenant,
  { linkId, sessionId }: { readonly linkId: string; readonly sessionId: string },
  runAt: EpochMs,
): NewWork => ({ duty: 'expire-collections', subject: `${linkId}/${sessionId}`, tenant, runAt });

/** The link that work is of, and the session that it is to ask about, if not the next one; undefined for other work. */
export const linkOfWork = ({
  subject,
}: Pick<Work, 'subject'>): { readonly linkId: string; readonly sessionId?: string } | undefined => {
  const [, linkId, sessionId] = LINK.exec(subject) ?? [];
  if (linkId === undefined) return undefined;
  return { linkId, ...(sessionId !== undefined && { sessionId }) };
};
