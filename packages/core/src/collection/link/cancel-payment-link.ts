import type { ActorNotFound } from '../../access/access-errors.js';
import { E } from '../../kernel/fp.js';
import { useCase, type UseCase } from '../../kernel/use-case/use-case.js';
import type { Clock } from '../../ports/clock.js';
import type { HostedPages } from '../../ports/hosted-pages.js';
import type { GuardedSealer } from '../../secrets/guarded-sealer.js';
import type { Storage } from '../../storage/storage.js';
import { token } from '../../kernel/token.js';
import {
  LinkEnded,
  LinkNotFound,
  type NotALinkMaker,
  type PaymentInProgress,
} from '../session/collection-errors.js';
import { cancelLink, expireLinkInTime } from './end-link.js';
import { LinkInput } from './link-input.js';
import { linkPerson } from './link-person.js';
import { linkView, type PaymentLinkView } from '../session/link-view.js';
import { linkAddress } from '../session/page-token.js';
import type { PaymentLink } from '../session/payment-link.js';

export type CancelPaymentLinkError =
  ActorNotFound | NotALinkMaker | LinkNotFound | LinkEnded | PaymentInProgress;

/** Cancels an open link, and ends the session that a customer has open by it, unless a card is being charged. */
export type CancelPaymentLink = UseCase<LinkInput, CancelPaymentLinkError, PaymentLinkView>;
export const CancelPaymentLink = token<CancelPaymentLink>('CancelPaymentLink');

export const makeCancelPaymentLink = (
  storage: Storage,
  clock: Clock,
  sealer: GuardedSealer,
  pages: HostedPages,
): CancelPaymentLink =>
  useCase(LinkInput, async (tenant, { actorUserId, linkId }) => {
    const cancelled = await storage.atomically<
      CancelPaymentLinkError,
      E.Either<LinkEnded, PaymentLink>
    >(async (stores) => {
      const allowed = await linkPerson(stores, tenant, actorUserId);
      if (E.isLeft(allowed)) return allowed;
      const found = await stores.collections.link(tenant, linkId);
      if (found === undefined) return E.left(LinkNotFound());
      const now = clock.now();
      const link = await expireLinkInTime(stores, found, now);
      // That it expired is kept, so it is no refusal here.
      if (link.status === 'expired') return E.right(E.left(LinkEnded('expired')));
      const taken = await cancelLink(stores, link, actorUserId, now);
      return E.isLeft(taken) ? taken : E.right(taken);
    });
    if (E.isLeft(cancelled)) return cancelled;
    if (E.isLeft(cancelled.right)) return cancelled.right;
    const link = cancelled.right.right;
    return E.right(linkView(link, await linkAddress(link, pages, sealer)));
  });
