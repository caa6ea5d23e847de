import { tenantOf } from '../../../kernel/values/tenant.js';
import { together } from '../../writer/changes.js';
import { E } from '../../../kernel/fp.js';
import type { EpochMs } from '../../../kernel/values/time.js';
import type { Stores } from '../../../storage/storage.js';
import { changeLink, expireInTime, takeStep, TIME, type Stepped } from '../charge/step-changes.js';
import type {
  LinkEnded,
  PaymentInProgress,
} from '../../../model/collection/session/collection-errors.js';
import { stepCollection } from '../../../model/collection/session/collection-machine.js';
import type { CollectionSession } from '../../../model/collection/session/collection-session.js';
import { stepLink } from '../../../model/collection/session/payment-link-machine.js';
import type { PaymentLink } from '../../../model/collection/session/payment-link.js';

export const lastSessionOf = async (
  { collections }: Stores,
  link: PaymentLink,
): Promise<CollectionSession | undefined> =>
  link.sessionId === undefined ? undefined : collections.session(tenantOf(link), link.sessionId);

/** Ends a link whose time is over, together with its session, so that it cannot be paid. */
export const expireLinkInTime = async (
  stores: Stores,
  link: PaymentLink,
  at: EpochMs,
): Promise<Stepped<PaymentLink>> => {
  const expired = stepLink(link, { type: 'expire', at });
  if (E.isLeft(expired) || expired.right === link) return { next: link, changes: {} };
  const session = await lastSessionOf(stores, link);
  const ended = session === undefined ? {} : expireInTime(session, at).changes;
  const changes = together([ended, changeLink(link, expired.right, TIME.actor)]);
  return { next: expired.right, changes };
};

/** Cancels a link, and its last session if that is open, unless a card is being charged there. */
export const cancelLink = (
  link: PaymentLink,
  session: CollectionSession | undefined,
  actor: string,
  at: EpochMs,
): E.Either<LinkEnded | PaymentInProgress, Stepped<PaymentLink>> => {
  const cancelled = stepLink(link, { type: 'cancel', at });
  if (E.isLeft(cancelled)) return cancelled;
  const next = cancelled.right;
  const ending = changeLink(link, next, actor);
  const alone = E.right({ next, changes: ending });
  if (session === undefined) return alone;
  const left = stepCollection(session, { type: 'cancel', at });
  if (E.isLeft(left))
    // A session that has ended stays as it is.
    return left.left._tag === 'PaymentInProgress' ? E.left(left.left) : alone;
  const changes = together([takeStep(session, left.right, { actor }, at), ending]);
  return E.right({ next, changes });
};
