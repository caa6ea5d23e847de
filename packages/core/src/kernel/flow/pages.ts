/**
 * A list in pages, read one after another from behind `start` on; the last one has fewer items than were asked for.
 *
 * @param placeOf what the next page begins after
 */
export async function* pages<A, P>(
  read: (after: P, limit: number) => Promise<ReadonlyArray<A>>,
  limit: number,
  start: P,
  placeOf: (item: A) => P,
): AsyncGenerator<ReadonlyArray<A>> {
  for (let after = start; ;) {
    const page = await read(after, limit);
    const last = page.at(-1);
    if (last === undefined) return;
    yield page;
    if (page.length < limit) return;
    after = placeOf(last);
  }
}
