import type { ActorNotFound } from '../../access/access-errors.js';
import { ActorCursorInput } from '../../access/actor-input.js';
import { E } from '../../kernel/fp.js';
import {
  cursorPage,
  placeCursors,
  placedPage,
  type CursorPage,
  type InvalidCursor,
  type PlacedPage,
} from '../../kernel/values/cursor.js';
import type { FeatureOff } from '../../kernel/use-case/feature-off.js';
import { listUseCase, type ListUseCase } from '../../kernel/use-case/use-case.js';
import type { HostedPages } from '../../ports/hosted-pages.js';
import type { GuardedSealer } from '../../secrets/guarded-sealer.js';
import type { Storage } from '../../storage/storage.js';
import { token } from '../../kernel/token.js';
import type { NotALinkMaker } from '../session/collection-errors.js';
import type { LinkPlace } from '../../storage/collection-store.js';
import { linkPerson } from './link-person.js';
import { linkView, type PaymentLinkView } from '../session/link-view.js';
import { linkAddresses } from '../session/page-token.js';
import type { PaymentLink } from '../session/payment-link.js';

export type ListPaymentLinksError = ActorNotFound | NotALinkMaker | InvalidCursor;

/** Lists the payment links of a corporate, newest first, for people who may make them. */
export type ListPaymentLinks = ListUseCase<
  ActorCursorInput,
  ListPaymentLinksError | FeatureOff,
  CursorPage<PaymentLinkView>
>;
export const ListPaymentLinks = token<ListPaymentLinks>('ListPaymentLinks');

export const makeListPaymentLinks = (
  storage: Storage,
  sealer: GuardedSealer,
  pages: HostedPages,
): ListPaymentLinks =>
  listUseCase(ActorCursorInput, async (tenant, { actorUserId, after, limit }) => {
    const places = placeCursors<LinkPlace>(sealer, tenant, 'payment-links', {});
    const before = await places.read(after);
    if (E.isLeft(before)) return before;

    type Found = E.Either<ListPaymentLinksError, PlacedPage<PaymentLink, LinkPlace>>;
    const found = await storage.read<Found>(async (stores) => {
      const allowed = await linkPerson(stores, tenant, actorUserId);
      if (E.isLeft(allowed)) return allowed;
      const read = await stores.collections.links(tenant, limit + 1, before.right);
      return E.right(
        placedPage(
          read,
          limit,
          ({ createdAt, linkId }) => ({ createdAt, linkId }),
          (link) => link,
        ),
      );
    });
    if (E.isLeft(found)) return found;
    const page = await cursorPage(found.right, limit, places);
    const addresses = await linkAddresses(page.items, pages, sealer);
    return E.right({
      ...page,
      items: page.items.map((link, i) => linkView(link, addresses[i] ?? '')),
    });
  });
