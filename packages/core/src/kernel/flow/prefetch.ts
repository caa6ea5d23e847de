/**
 * Results one after another, in order; while one is awaited or looked at, the next is already being
 * fetched. A fetch that fails ends the sequence where its result would have come.
 */
export async function* prefetch<A, B>(
  items: ReadonlyArray<A>,
  fetch: (item: A) => Promise<B>,
): AsyncGenerator<B> {
  const start = (i: number): Promise<B> | undefined => {
    const item = items[i];
    const fetching = item === undefined ? undefined : fetch(item);
    // No caller awaits it yet; the one that does will see its failure.
    fetching?.catch(() => undefined);
    return fetching;
  };
  let next = start(0);
  for (let i = 1; next !== undefined; i += 1) {
    const current = next;
    next = start(i);
    yield await current;
  }
}
