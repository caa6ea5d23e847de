import type { ActorNotFound } from '../../../model/access/access-errors.js';
import { ActorCursorInput } from '../../../model/access/actor-input.js';
import { E } from '../../../kernel/fp.js';
import {
  placeCursors,
  placedPage,
  type CursorPage,
  type InvalidCursor,
} from '../../../kernel/values/cursor.js';
import type { FeatureOff } from '../../../kernel/use-case/feature-off.js';
import type { ListUseCase } from '../../../kernel/use-case/use-case.js';
import { Clock } from '../../../ports/clock.js';
import { HostedPages } from '../../../ports/hosted-pages.js';
import { GuardedSealer } from '../../../ports/guarded-sealer.js';
import { listing } from '../../../storage/sealed-list.js';
import { Storage } from '../../../storage/storage.js';
import { recipe, token } from '../../../kernel/token.js';
import type { NotALinkMaker } from '../../../model/collection/session/collection-errors.js';
import type { LinkPlace } from '../../../storage/collection-store.js';
import { linkPerson } from './link-person.js';
import { linkView, type PaymentLinkView } from '../../../model/collection/session/link-view.js';
import { linkAddresses } from '../page/page-token.js';
import { withUse } from './used-up.js';

type ListPaymentLinksError = ActorNotFound | NotALinkMaker | InvalidCursor;

/** Lists the payment links of a corporate, newest first, for people who may make them. */
export type ListPaymentLinks = ListUseCase<
  ActorCursorInput,
  ListPaymentLinksError | FeatureOff,
  CursorPage<PaymentLinkView>
>;
export const ListPaymentLinks = token<ListPaymentLinks>('ListPaymentLinks');

export const makeListPaymentLinks = recipe(
  ListPaymentLinks,
  { Storage, Clock, Sealer: GuardedSealer, Pages: HostedPages },
  ({ pages, ...ports }) => {
    const listed = listing(ports, {
      input: ActorCursorInput,
      cursors: (seal, tenant) => placeCursors<LinkPlace>(seal, tenant, 'payment-links', {}),
      page: async (stores, tenant, { actorUserId }, { after, limit, at }) => {
        const allowed = await linkPerson(stores, tenant, actorUserId);
        if (E.isLeft(allowed)) return allowed;
        const read = await stores.collections.links(tenant, limit + 1, after);
        const placeOf = ({ createdAt, linkId }: LinkPlace) => ({ createdAt, linkId });
        const page = placedPage(read, limit, placeOf, (link) => link);
        const items = await Promise.all(page.items.map((link) => withUse(stores, link, at)));
        return E.right({ ...page, items });
      },
    });
    return async (tenant, input) => {
      const page = await listed(tenant, input);
      if (E.isLeft(page)) return page;
      const { items } = page.right;
      const links = items.map(({ link }) => link);
      const addresses = await linkAddresses(links, pages, ports.sealer);
      return E.right({
        ...page.right,
        items: items.map(({ link, usedUp }, i) => linkView(link, addresses[i] ?? '', usedUp)),
      });
    };
  },
);
