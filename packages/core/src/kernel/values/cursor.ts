import * as t from 'io-ts';
import { E } from '../fp.js';
import { canonicalJson } from '../codecs/json.js';
import { record } from '../codecs/record.js';
import { sha256 } from '../secrets/digest.js';
import { Limit } from './limit.js';
import type { Tenant } from './tenant.js';

/** Part of a list that goes on from a cursor. */
export interface CursorPage<A> {
  readonly items: ReadonlyArray<A>;
  readonly limit: number;
  readonly hasMore: boolean;
  /** Where the next page begins; null after the last one. */
  readonly nextCursor: string | null;
}

/** Asks for the part of a list that begins after a cursor, or for its beginning. */
export const CursorRequest = record('CursorRequest', { limit: Limit }, { after: t.string });
export type CursorRequest = t.TypeOf<typeof CursorRequest>;

/** The cursor was changed, or belongs to another tenant, list or set of filters. */
export const InvalidCursor = () => ({ _tag: 'InvalidCursor' }) as const;
export type InvalidCursor = ReturnType<typeof InvalidCursor>;

/** The part of a sealer that {@link cursors} needs. */
interface Seal {
  readonly seal: (secret: string, context: string) => string;
  readonly open: (sealed: string, context: string) => string;
}

/** Writes the place where a page ended as a cursor, and reads it again. */
export interface Cursors<P = string> {
  readonly write: (place: P) => string;
  /** Without a cursor the list is read from its beginning, which has no place. */
  readonly read: (cursor: string | undefined) => E.Either<InvalidCursor, P | undefined>;
}

const CURSOR_MAX = 2_000;

/**
 * The cursors of one list under one set of filters: opaque, authenticated and valid for one tenant only
 * (decisions §2).
 */
export const cursors = (
  { seal, open }: Seal,
  { bankTenantId, corporateTenantId }: Tenant,
  list: string,
  filters: object,
): Cursors => {
  const context = `cursor ${sha256(canonicalJson([bankTenantId, corporateTenantId, list, filters]))}`;
  return {
    write: (place) => seal(place, context),
    read: (cursor) => {
      if (cursor === undefined) return E.right(undefined);
      if (cursor.length > CURSOR_MAX) return E.left(InvalidCursor());
      try {
        return E.right(open(cursor, context));
      } catch {
        return E.left(InvalidCursor());
      }
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
    read: (cursor) => {
      const place = read(cursor);
      if (E.isLeft(place)) return place;
      // A cursor that opens was written from a place of this list.
      return E.right(place.right === undefined ? undefined : (JSON.parse(place.right) as P));
    },
  };
};

/**
 * Cuts a page out of what was read for it, one item more than its limit if there was one more.
 *
 * @param placeOf what the next page begins after
 */
export const cursorPage = <A, B, P>(
  read: ReadonlyArray<A>,
  limit: number,
  { write }: Cursors<P>,
  placeOf: (item: A) => P,
  view: (item: A) => B,
): CursorPage<B> => {
  const shown = read.slice(0, limit);
  const last = shown.at(-1);
  const hasMore = read.length > limit;
  return {
    items: shown.map(view),
    limit,
    hasMore,
    nextCursor: hasMore && last !== undefined ? write(placeOf(last)) : null,
  };
};
