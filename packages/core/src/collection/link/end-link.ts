import { E } from '../../kernel/fp.js';
import type { EpochMs } from '../../kernel/values/time.js';
import type { Stores } from '../../storage/storage.js';
import type { LinkEnded, PaymentInProgress } from '../session/collection-errors.js';
import { stepCollection } from '../session/collection-machine.js';
import { tenantOf, type CollectionSession } from '../session/collection-session.js';
import { stepLink } from '../session/payment-link-machine.js';
import type { PaymentLink } from '../session/payment-link.js';
import { recordLink, recordStep } from '../charge/record-step.js';

/** The actor in the journal for sessions and links that expired. */
const TIME = 'expire-collections';

/** The session that a link started last. */
export const lastSessionOf = async (
  { collections }: Stores,
  link: PaymentLink,
): Promise<CollectionSession | undefined> =>
  link.sessionId === undefined ? undefined : collections.session(tenantOf(link), link.sessionId);

const openSessionOf = async (
  stores: Stores,
  link: PaymentLink,
): Promise<CollectionSession | undefined> => {
  const session = await lastSessionOf(stores, link);
  return session?.status === 'open' ? session : undefined;
};

/** Ends a link whose time is over, together with its session, so that it cannot be paid. */
export const expireLinkInTime = async (
  stores: Stores,
  link: PaymentLink,
  at: EpochMs,
): Promise<PaymentLink> => {
  const expired = stepLink(link, { type: 'expire', at });
  if (E.isLeft(expired) || expired.right === link) return link;
  const session = await openSessionOf(stores, link);
  if (session !== undefined) {
    const over = Math.max(at, session.expiresAt);
    const taken = stepCollection(session, { type: 'expire', at: over });
    if (E.isRight(taken)) await recordStep(stores, session, taken.right, TIME, at);
  }
  await recordLink(stores, link, expired.right, TIME);
  return expired.right;
};

/** Cancels a link and its open session, unless a card is being charged there. */
export const cancelLink = async (
  stores: Stores,
  link: PaymentLink,
  actor: string,
  at: EpochMs,
): Promise<E.Either<LinkEnded | PaymentInProgress, PaymentLink>> => {
  const cancelled = stepLink(link, { type: 'cancel', at });
  if (E.isLeft(cancelled)) return cancelled;
  const session = await openSessionOf(stores, link);
  if (session !== undefined) {
    const taken = stepCollection(session, { type: 'cancel', at });
    if (E.isLeft(taken) && taken.left._tag === 'PaymentInProgress') return E.left(taken.left);
    if (E.isRight(taken)) await recordStep(stores, session, taken.right, actor, at);
  }
  await recordLink(stores, link, cancelled.right, actor);
  return cancelled;
};
