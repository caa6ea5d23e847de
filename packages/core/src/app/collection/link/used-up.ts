import { E } from '../../../kernel/fp.js';
import type { EpochMs } from '../../../kernel/values/time.js';
import type { CollectionSession } from '../../../model/collection/session/collection-session.js';
import { stepLink } from '../../../model/collection/session/payment-link-machine.js';
import {
  LINK_SESSIONS_MAX,
  type PaymentLink,
} from '../../../model/collection/session/payment-link.js';
import type { Stores } from '../../../storage/storage.js';
import { expireInTime } from '../charge/step-changes.js';
import { lastSessionOf } from './end-link.js';

/** A link, and whether it has no attempts left. */
export interface FoundLink {
  readonly link: PaymentLink;
  readonly usedUp: boolean;
}

/** Whether a session ended before its customer tried a card: a link starts another one in its place. */
export const ranOutUntried = ({ status, attempts }: CollectionSession): boolean =>
  status === 'expired' && attempts.length === 0;

/** Reads whether an open link has no attempts left: its last session has ended, and it cannot start another. */
export const withUse = async (
  stores: Stores,
  link: PaymentLink,
  at: EpochMs,
): Promise<FoundLink> => {
  const isNear =
    link.status === 'open' && link.sessions >= LINK_SESSIONS_MAX && at < link.expiresAt;
  const session = isNear ? await lastSessionOf(stores, link) : undefined;
  const last = session && expireInTime(session, at).next;
  if (last === undefined || last.status === 'open') return { link, usedUp: false };
  const { sessionId } = last;
  const next = stepLink(link, { type: 'start', sessionId, replaces: ranOutUntried(last), at });
  return { link, usedUp: E.isLeft(next) };
};
