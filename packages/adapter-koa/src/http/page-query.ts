import { documented, SEARCH_MAX, SearchText } from '@hundi/core/wire';
import * as t from 'io-ts';

const DIGITS = /^[0-9]{1,9}$/;

const wholeNumber = (name: string, max: number, fallback: number, description: string) =>
  documented(
    new t.Type<number, string>(
      name,
      (u): u is number => typeof u === 'number' && Number.isInteger(u) && u >= 1 && u <= max,
      (u, context) => {
        if (u === undefined) return t.success(fallback);
        const value = typeof u === 'string' && DIGITS.test(u) ? Number(u) : 0;
        return value >= 1 && value <= max
          ? t.success(value)
          : t.failure(u, context, `a whole number from 1 to ${String(max)}, once`);
      },
      String,
    ),
    { type: 'integer', minimum: 1, maximum: max, default: fallback, description },
  );

const ANY_DIGITS = /^[0-9]{1,100}$/;

/** A `limit` above the most counts as the most: where the interface names none, no client need know it. */
const clamped = (max: number, fallback: number) =>
  documented(
    new t.Type<number, string>(
      'ClampedLimit',
      (u): u is number => typeof u === 'number' && Number.isInteger(u) && u >= 1 && u <= max,
      (u, context) => {
        if (u === undefined) return t.success(fallback);
        const value = typeof u === 'string' && ANY_DIGITS.test(u) ? Number(u) : 0;
        return value >= 1
          ? t.success(Math.min(value, max))
          : t.failure(u, context, 'a whole number from 1 on, once');
      },
      String,
    ),
    {
      type: 'integer',
      minimum: 1,
      default: fallback,
      description: `The number of items in a page; a value above ${String(max)} counts as ${String(max)}.`,
    },
  );

/** The `page` and `limit` of a list of beneficiaries: the interface names no largest page (§4.1). */
export const clampedPageQuery = (limitDefault: number, limitMax: number) => ({
  ...pageQuery(limitDefault, limitMax),
  limit: clamped(limitMax, limitDefault),
});

/** The `page` and `limit` of a list that is counted in pages. */
export const pageQuery = (limitDefault: number, limitMax: number) => ({
  page: wholeNumber('PageNumber', 999_999_999, 1, 'The page, counted from 1.'),
  limit: wholeNumber('PageLimit', limitMax, limitDefault, 'The number of items in a page.'),
});

const Cursor = documented(
  new t.Type<string | undefined, string | undefined>(
    'Cursor',
    (u): u is string | undefined => u === undefined || typeof u === 'string',
    (u, context) =>
      u === undefined || typeof u === 'string'
        ? t.success(u)
        : t.failure(u, context, 'the nextCursor of a page, once'),
    t.identity,
  ),
  { type: 'string', description: 'The nextCursor of the previous page, with the same filters.' },
);

/** The `limit` and `after` of a list that goes on from a cursor. */
export const cursorQuery = (limitDefault: number, limitMax: number) => ({
  limit: pageQuery(limitDefault, limitMax).limit,
  after: Cursor,
});

/** The text to search a list for; none if the parameter is left out. */
export const Search = documented(
  new t.Type<string | undefined, string | undefined>(
    'Search',
    (u): u is string | undefined => u === undefined || typeof u === 'string',
    (u, context) => {
      if (u === undefined) return t.success(undefined);
      return SearchText.is(u)
        ? t.success(u)
        : t.failure(
            u,
            context,
            `at most ${String(SEARCH_MAX)} characters without control characters, once`,
          );
    },
    t.identity,
  ),
  { type: 'string', maxLength: SEARCH_MAX, description: 'Part of a name or account number.' },
);
