import * as t from 'io-ts';
import { E } from '../fp.js';
import { canonicalJson } from '../codecs/json.js';
import { record } from '../codecs/record.js';
import { sha256 } from '../secrets/digest.js';
import { Limit } from './page.js';
import type { Tenant } from './tenant.js';

/** Part of a list that goes on from a cursor (decisions §2). */
export interface CursorPage<A> {
  readonly items: ReadonlyArray<A>;
  readonly limit: number;
  readonly hasMore: boolean;
  /** Where the next page begins; null after the last one. */
  readonly nextCursor: string | null;
}

/** Asks for the part of a list that begins after a cursor (decisions §2), or for its beginning; `limit` is 1 to 1,000. */
export const CursorRequest = record('CursorRequest', { limit: Limit }, { after: t.string });
export type CursorRequest = t.TypeOf<typeof CursorRequest>;

/** The cursor was changed, or belongs to another tenant, list or set of filters (decisions §2). */
export const InvalidCursor = () => ({ _tag: 'InvalidCursor' }) as const;
export type InvalidCursor = ReturnType<typeof InvalidCursor>;

/** The part of a sealer that {@link cursors} needs. */
interface Seal {
  readonly seal: (secret: string, context: string) => Promise<string>;
  readonly open: (sealed: string, context: string) => Promise<string | undefined>;
}

/**
 * Writes the place where a page ended as a cursor, and reads it again. Each asks the sealer once, so neither is called
 * inside a unit of work or a read of the storage.
 */
export interface Cursors<P = string> {
  readonly write: (place: P) => Promise<string>;
  /** Without a cursor the list is read from its beginning, which has no place. */
  readonly read: (cursor: string | undefined) => Promise<E.Either<InvalidCursor, P | undefined>>;
}

const CURSOR_MAX = 2_000;

/**
 * The cursors of one list under one set of filters: opaque, authenticated and valid for one tenant only
 * (decisions §2).
 *
 * @param filters a filter that is undefined counts as absent
 */
export const cursors = <P extends string = string>(
  { seal, open }: Seal,
  { bankTenantId, corporateTenantId }: Tenant,
  list: string,
  filters: object,
): Cursors<P> => {
  const context = `cursor ${sha256(canonicalJson([bankTenantId, corporateTenantId, list, filters]))}`;
  return {
    write: (place) => seal(place, context),
    read: async (cursor) => {
      if (cursor === undefined) return E.right(undefined);
      // One that opens was written from a place of this list.
      const place = cursor.length > CURSOR_MAX ? undefined : await open(cursor, context);
      return place === undefined ? E.left(InvalidCursor()) : E.right(place as P);
    },
  };
};

/** The same for places that are no text: a number, or several fields. */
export const placeCursors = <P>(
  seal: Seal,
  tenant: Tenant,
  list: string,
  filters: object,
): Cursors<P> => {
  const { write, read } = cursors(seal, tenant, list, filters);
  return {
    write: (place) => write(JSON.stringify(place)),
    read: async (cursor) => {
      const place = await read(cursor);
      if (E.isLeft(place)) return place;
      // A cursor that opens was written from a place of this list.
      return E.right(place.right === undefined ? undefined : (JSON.parse(place.right) as P));
    },
  };
};

/** Part of a list, and the place that its next page begins after; none after the last one. */
export interface PlacedPage<A, P> {
  readonly items: ReadonlyArray<A>;
  readonly next?: P | undefined;
}

/**
 * Cuts a page out of what was read for it, one item more than its limit if there was one more.
 *
 * @param placeOf what the next page begins after
 */
export const placedPage = <A, B, P>(
  read: ReadonlyArray<A>,
  limit: number,
  placeOf: (item: A) => P,
  view: (item: A) => B,
): PlacedPage<B, P> => {
  const shown = read.slice(0, limit);
  const last = shown.at(-1);
  const items = shown.map(view);
  return read.length > limit && last !== undefined ? { items, next: placeOf(last) } : { items };
};

/** The page as callers see it, its end written as a cursor. */
export const cursorPage = async <A, P>(
  { items, next }: PlacedPage<A, P>,
  limit: number,
  { write }: Cursors<P>,
): Promise<CursorPage<A>> => ({
  items,
  limit,
  hasMore: next !== undefined,
  nextCursor: next === undefined ? null : await write(next),
});
