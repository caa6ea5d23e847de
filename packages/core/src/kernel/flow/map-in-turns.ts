/** About a millisecond of work on rows of a batch. */
const ITEMS_A_TURN = 1_000;

/** Maps a long list in turns, between which `breathe` lets other requests have theirs. */
export const mapInTurns = async <A, B>(
  items: ReadonlyArray<A>,
  { breathe }: { readonly breathe: () => Promise<void> },
  map: (item: A, index: number) => B,
): Promise<ReadonlyArray<B>> => {
  const mapped: B[] = [];
  // An iterator makes two objects for each item, which is as much as most items are mapped to.
  for (let i = 0; i < items.length; i += 1) {
    if (i > 0 && i % ITEMS_A_TURN === 0) await breathe();
    mapped.push(map(items[i] as A, i));
  }
  return mapped;
};
