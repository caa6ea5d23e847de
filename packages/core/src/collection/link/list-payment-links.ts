import type { ActorNotFound } from '../../access/access-errors.js';
import { ActorCursorInput } from '../../access/actor-input.js';
import { E } from '../../kernel/fp.js';
import {
  cursorPage,
  placeCursors,
  type CursorPage,
  type InvalidCursor,
} from '../../kernel/values/cursor.js';
import { useCase, type UseCase } from '../../kernel/use-case/use-case.js';
import type { HostedPages } from '../../ports/hosted-pages.js';
import type { Sealer } from '../../ports/sealer.js';
import type { Storage } from '../../storage/storage.js';
import { token } from '../../kernel/token.js';
import type { NotALinkMaker } from '../session/collection-errors.js';
import type { LinkPlace } from '../../storage/collection-store.js';
import { linkPerson } from './link-person.js';
import { linkView, type PaymentLinkView } from '../session/link-view.js';
import { linkAddress } from '../session/page-token.js';

export type ListPaymentLinksError = ActorNotFound | NotALinkMaker | InvalidCursor;

/** Lists the payment links of a corporate, newest first, for people who may make them. */
export type ListPaymentLinks = UseCase<
  ActorCursorInput,
  ListPaymentLinksError,
  CursorPage<PaymentLinkView>
>;
export const ListPaymentLinks = token<ListPaymentLinks>('ListPaymentLinks');

export const makeListPaymentLinks = (
  storage: Storage,
  sealer: Sealer,
  pages: HostedPages,
): ListPaymentLinks =>
  useCase(ActorCursorInput, async (tenant, { actorUserId, after, limit }) => {
    const places = placeCursors<LinkPlace>(sealer, tenant, 'payment-links', {});
    const before = places.read(after);
    if (E.isLeft(before)) return before;

    return storage.read<E.Either<ListPaymentLinksError, CursorPage<PaymentLinkView>>>(
      async (stores) => {
        const allowed = await linkPerson(stores, tenant, actorUserId);
        if (E.isLeft(allowed)) return allowed;
        const found = await stores.collections.links(tenant, limit + 1, before.right);
        return E.right(
          cursorPage(
            found,
            limit,
            places,
            ({ createdAt, linkId }) => ({ createdAt, linkId }),
            (link) => linkView(link, linkAddress(link, pages, sealer)),
          ),
        );
      },
    );
  });
