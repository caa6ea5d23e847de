import type * as t from 'io-ts';
import { record } from '../../../kernel/codecs/record.js';
import { E } from '../../../kernel/fp.js';
import { listUseCase, type ListUseCase } from '../../../kernel/use-case/use-case.js';
import {
  cursors,
  CursorRequest,
  type CursorPage,
  type InvalidCursor,
} from '../../../kernel/values/cursor.js';
import { GuardedSealer } from '../../../ports/guarded-sealer.js';
import type { Tenant } from '../../../kernel/values/tenant.js';
import { Storage } from '../../../storage/storage.js';
import { EventsArchived } from '../../../model/journal/entry/journal-errors.js';
import { typesMeant } from '../../../model/webhook/endpoint/subscription.js';
import { recipe, token } from '../../../kernel/token.js';
import { feedItem, FeedTypes, type FeedItem } from './feed-item.js';

const ListEventsInput = record('ListEventsInput', CursorRequest.required, {
  types: FeedTypes,
  ...CursorRequest.optional,
});
type ListEventsInput = t.TypeOf<typeof ListEventsInput>;

/**
 * Lists the sealed events of a corporate by position (decisions §11). Each page has a cursor to go on from, the last
 * one too: events that are sealed later follow there. A cursor is good under any
 * `types`: names, families (`transaction.*`) or `*`; all of them if left out. Without a cursor it begins with the
 * first event that is not archived; a cursor from before that is refused.
 */
export type ListEvents = ListUseCase<
  ListEventsInput,
  InvalidCursor | EventsArchived,
  CursorPage<FeedItem>
>;
export const ListEvents = token<ListEvents>('ListEvents');

const BEGINNING = '0';

export const makeListEvents = recipe(
  ListEvents,
  { Storage, Sealer: GuardedSealer },
  ({ storage, sealer }) =>
    listUseCase(ListEventsInput, async (tenant, { after, limit, types }) => {
      const places = cursors(sealer, tenant, 'events', {});
      const start = await places.read(after);
      if (E.isLeft(start)) return start;

      const meant = types === undefined ? undefined : typesMeant(types);
      const from = Number(start.right ?? BEGINNING);
      const found = await storage.read(({ events }) =>
        events.after(tenant, from, limit + 1, meant),
      );
      // The very next event has none before it that could be archived.
      const archived = found[0]?.position === from + 1 ? 0 : await archivedUpTo(storage, tenant);
      if (start.right !== undefined && from < archived) return E.left(EventsArchived(archived + 1));
      const shown = found.slice(0, limit);
      return E.right({
        items: shown.map(feedItem),
        limit,
        hasMore: found.length > limit,
        nextCursor: await places.write(String(shown.at(-1)?.position ?? Math.max(from, archived))),
      });
    }),
);

/** The position of the last event that is archived; 0 if none is. */
const archivedUpTo = async (storage: Storage, tenant: Tenant): Promise<number> => {
  const last = await storage.read(({ archives }) => archives.last(tenant));
  return last?.head.position ?? 0;
};
