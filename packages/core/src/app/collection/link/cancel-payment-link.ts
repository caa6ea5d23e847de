import { writeRecords } from '../../writer/write-changes.js';
import { E } from '../../../kernel/fp.js';
import { useCase, type UseCase } from '../../../kernel/use-case/use-case.js';
import { Clock } from '../../../ports/clock.js';
import { HostedPages } from '../../../ports/hosted-pages.js';
import { GuardedSealer } from '../../../ports/guarded-sealer.js';
import { Storage } from '../../../storage/storage.js';
import { recipe, token } from '../../../kernel/token.js';
import type { PaymentInProgress } from '../../../model/collection/session/collection-errors.js';
import { cancelLink, lastSessionOf } from './end-link.js';
import { LinkInput } from './link-input.js';
import { onOpenLink, type NotOnLink } from './on-open-link.js';
import { linkView, type PaymentLinkView } from '../../../model/collection/session/link-view.js';
import { linkAddress } from '../page/page-token.js';

type CancelPaymentLinkError = NotOnLink | PaymentInProgress;

/** Cancels an open link, and ends the session that a customer has open by it, unless a card is being charged. */
export type CancelPaymentLink = UseCase<LinkInput, CancelPaymentLinkError, PaymentLinkView>;
export const CancelPaymentLink = token<CancelPaymentLink>('CancelPaymentLink');

export const makeCancelPaymentLink = recipe(
  CancelPaymentLink,
  { Storage, Clock, Sealer: GuardedSealer, Pages: HostedPages },
  ({ storage, clock, sealer, pages }) =>
    useCase(LinkInput, async (tenant, input) => {
      const cancelled = await onOpenLink(
        { storage, clock },
        tenant,
        input,
        async (stores, link, at) => {
          const session = await lastSessionOf(stores, link);
          const taken = cancelLink(link, session, input.actorUserId, at);
          if (E.isLeft(taken)) return taken;
          await writeRecords(stores, taken.right.changes);
          return E.right(taken.right.next);
        },
      );
      if (E.isLeft(cancelled)) return cancelled;
      const link = cancelled.right;
      return E.right(linkView(link, await linkAddress(link, pages, sealer)));
    }),
);
