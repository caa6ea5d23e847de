/** The items found in a list, and the place after which to continue; none at its end. */
export interface FilteredPage<A, P> {
  readonly items: ReadonlyArray<A>;
  readonly next?: P;
}

/** How to read a list of which not everything is shown. */
export interface PageFilter<A, P> {
  /** Reads on after a place, or from the beginning. */
  readonly read: (after: P | undefined, limit: number) => Promise<ReadonlyArray<A>>;
  readonly placeOf: (item: A) => P;
  /** Those that are shown. */
  readonly keep: (items: ReadonlyArray<A>) => Promise<ReadonlyArray<A>> | ReadonlyArray<A>;
}

// The size of a read where the filter keeps few items, and the maximum that one page examines.
const LOOK = 1_000;
const LOOK_MAX = 20_000;

/**
 * Reads a list until `limit` items that are shown are found. A page for which too much would have to be
 * looked at ends early: it is shorter, and says where to go on.
 */
export const filteredPage = async <A, P>(
  { read, placeOf, keep }: PageFilter<A, P>,
  start: P | undefined,
  limit: number,
): Promise<FilteredPage<A, P>> => {
  const found: A[] = [];
  let after = start;
  let looked = 0;
  while (found.length <= limit && looked < LOOK_MAX) {
    const size = looked === 0 ? limit + 1 : LOOK;
    const some = await read(after, size);
    found.push(...(await keep(some)));
    looked += some.length;
    const last = some.at(-1);
    if (some.length < size || last === undefined) {
      if (found.length <= limit) return { items: found };
      break;
    }
    after = placeOf(last);
  }
  const items = found.slice(0, limit);
  const last = items.at(-1);
  if (found.length > limit && last !== undefined) return { items, next: placeOf(last) };
  return after === undefined ? { items } : { items, next: after };
};
