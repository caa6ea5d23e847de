import type { ActorNotFound } from '../../../model/access/access-errors.js';
import { E } from '../../../kernel/fp.js';
import { recipe, token } from '../../../kernel/token.js';
import { useCase, type UseCase } from '../../../kernel/use-case/use-case.js';
import { Clock } from '../../../ports/clock.js';
import { HostedPages } from '../../../ports/hosted-pages.js';
import { GuardedSealer } from '../../../ports/guarded-sealer.js';
import { Storage } from '../../../storage/storage.js';
import {
  LinkNotFound,
  type NotALinkMaker,
} from '../../../model/collection/session/collection-errors.js';
import { linkView, type PaymentLinkView } from '../../../model/collection/session/link-view.js';
import { linkAddress } from '../page/page-token.js';
import { LinkInput } from './link-input.js';
import { linkPerson } from './link-person.js';
import { withUse, type FoundLink } from './used-up.js';

type GetPaymentLinkError = ActorNotFound | NotALinkMaker | LinkNotFound;

/** Reads one payment link of a corporate, for people who may make them. */
export type GetPaymentLink = UseCase<LinkInput, GetPaymentLinkError, PaymentLinkView>;
export const GetPaymentLink = token<GetPaymentLink>('GetPaymentLink');

export const makeGetPaymentLink = recipe(
  GetPaymentLink,
  { Storage, Clock, Sealer: GuardedSealer, Pages: HostedPages },
  ({ storage, clock, sealer, pages }) =>
    useCase(LinkInput, async (tenant, { actorUserId, linkId }) => {
      const found = await storage.read<E.Either<GetPaymentLinkError, FoundLink>>(async (stores) => {
        const allowed = await linkPerson(stores, tenant, actorUserId);
        if (E.isLeft(allowed)) return allowed;
        const link = await stores.collections.link(tenant, linkId);
        if (link === undefined) return E.left(LinkNotFound());
        return E.right(await withUse(stores, link, clock.now()));
      });
      if (E.isLeft(found)) return found;
      const { link, usedUp } = found.right;
      return E.right(linkView(link, await linkAddress(link, pages, sealer), usedUp));
    }),
);
