import type * as t from 'io-ts';
import { record } from '../../kernel/codecs/record.js';
import { E } from '../../kernel/fp.js';
import { useCase, type UseCase } from '../../kernel/use-case/use-case.js';
import {
  cursors,
  CursorRequest,
  type CursorPage,
  type InvalidCursor,
} from '../../kernel/values/cursor.js';
import type { Sealer } from '../../ports/sealer.js';
import type { Storage } from '../../storage/storage.js';
import { typesMeant } from '../../webhook/endpoint/subscription.js';
import { token } from '../../kernel/token.js';
import { feedItem, Subscriptions, type FeedItem } from './feed-item.js';

const ListEventsInput = record('ListEventsInput', CursorRequest.required, {
  types: Subscriptions,
  ...CursorRequest.optional,
});
type ListEventsInput = t.TypeOf<typeof ListEventsInput>;

/**
 * Lists the sealed events of a corporate by position (decisions §11). Each page has a cursor to go on from, the last
 * one too: events that are sealed later follow there. A cursor is good under any
 * `types`: names, families (`transaction.*`) or `*`; all of them if left out.
 */
export type ListEvents = UseCase<ListEventsInput, InvalidCursor, CursorPage<FeedItem>>;
export const ListEvents = token<ListEvents>('ListEvents');

const BEGINNING = '0';

export const makeListEvents = (storage: Storage, sealer: Sealer): ListEvents =>
  useCase(ListEventsInput, async (tenant, { after, limit, types }) => {
    const places = cursors(sealer, tenant, 'events', {});
    const start = places.read(after);
    if (E.isLeft(start)) return start;

    const meant = types === undefined ? undefined : typesMeant(types);
    const found = await storage.read(({ events }) =>
      events.after(tenant, Number(start.right ?? BEGINNING), limit + 1, meant),
    );
    const shown = found.slice(0, limit);
    return E.right({
      items: shown.map(feedItem),
      limit,
      hasMore: found.length > limit,
      nextCursor: places.write(String(shown.at(-1)?.position ?? start.right ?? BEGINNING)),
    });
  });
