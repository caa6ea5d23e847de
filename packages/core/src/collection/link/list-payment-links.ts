import type * as t from 'io-ts';
import type { ActorNotFound } from '../../access/access-errors.js';
import { ActorInput } from '../../access/actor-input.js';
import { E } from '../../kernel/fp.js';
import {
  cursorPage,
  cursors,
  CursorRequest,
  type CursorPage,
  type InvalidCursor,
} from '../../kernel/values/cursor.js';
import { record } from '../../kernel/codecs/record.js';
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

const ListPaymentLinksInput = record(
  'ListPaymentLinksInput',
  { ...ActorInput.required, ...CursorRequest.required },
  CursorRequest.optional,
);
type ListPaymentLinksInput = t.TypeOf<typeof ListPaymentLinksInput>;

export type ListPaymentLinksError = ActorNotFound | NotALinkMaker | InvalidCursor;

/** Lists the payment links of a corporate, newest first, for people who may make them. */
export type ListPaymentLinks = UseCase<
  ListPaymentLinksInput,
  ListPaymentLinksError,
  CursorPage<PaymentLinkView>
>;
export const ListPaymentLinks = token<ListPaymentLinks>('ListPaymentLinks');

export const makeListPaymentLinks = (
  storage: Storage,
  sealer: Sealer,
  pages: HostedPages,
): ListPaymentLinks =>
  useCase(ListPaymentLinksInput, async (tenant, { actorUserId, after, limit }) => {
    const places = cursors(sealer, tenant, 'payment-links', {});
    const before = places.read(after);
    if (E.isLeft(before)) return before;

    return storage.read<E.Either<ListPaymentLinksError, CursorPage<PaymentLinkView>>>(
      async (stores) => {
        const allowed = await linkPerson(stores, tenant, actorUserId);
        if (E.isLeft(allowed)) return allowed;
        const place =
          // A cursor that opens was written from one.
          before.right === undefined ? undefined : (JSON.parse(before.right) as LinkPlace);
        const found = await stores.collections.links(tenant, limit + 1, place);
        return E.right(
          cursorPage(
            found,
            limit,
            places,
            ({ createdAt, linkId }) => JSON.stringify({ createdAt, linkId }),
            (link) => linkView(link, linkAddress(link, pages, sealer)),
          ),
        );
      },
    );
  });
