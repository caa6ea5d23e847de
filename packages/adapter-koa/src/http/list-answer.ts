import { Whole, type CursorPage, type Page } from '@hundi/core';
import { alias, record } from '@hundi/core/wire';
import * as t from 'io-ts';

/** A list that is counted in pages, as it is answered (decisions §2). */
export const pageAnswer = <C extends t.Mixed>(name: string, item: C) =>
  record(
    name,
    {
      items: t.readonlyArray(item),
      pagination: t.strict(
        {
          page: alias(Whole, { description: 'Counted from 1.' }),
          limit: Whole,
          total: alias(Whole, { description: 'The number of items in all pages.' }),
          hasMore: t.boolean,
        },
        'PageInfo',
      ),
    },
    {},
  );

/** One page of a list that is read whole. */
export const pageIn = <A>(
  all: ReadonlyArray<A>,
  { page, limit }: Pick<Page<A>, 'page' | 'limit'>,
): Page<A> => ({
  items: all.slice((page - 1) * limit, page * limit),
  page,
  limit,
  total: all.length,
});

/** The answer with a page. */
export const pageOf = <A>({ items, page, limit, total }: Page<A>) => ({
  body: { items, pagination: { page, limit, total, hasMore: page * limit < total } },
});

/** A list that goes on from a cursor, as it is answered (§2.9, §4.4). */
export const cursorAnswer = <C extends t.Mixed>(name: string, item: C) =>
  record(
    name,
    {
      items: t.readonlyArray(item),
      pagination: t.strict(
        {
          limit: Whole,
          hasMore: t.boolean,
          nextCursor: alias(t.union([t.string, t.null]), {
            description: 'Pass it as `after` to get the next page; null after the last item.',
          }),
        },
        'CursorInfo',
      ),
    },
    {},
  );

/** The answer with a part of such a list. */
export const cursorPageOf = <A>({ items, limit, hasMore, nextCursor }: CursorPage<A>) => ({
  body: { items, pagination: { limit, hasMore, nextCursor } },
});
