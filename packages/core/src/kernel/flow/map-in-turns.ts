/** About a millisecond of work on rows of a batch. */
const ITEMS_A_TURN = 1_000;

/** Maps a long list in turns, between which `breathe` lets other requests have theirs. */
export const mapInTurns = async <A, B>(
  items: ReadonlyArray<A>,
  { breathe }: { readonly breathe: () => Promise<void> },
  map: (item: A, index: number) => B,
): Promise<ReadonlyArray<B>> => {
  const mapped: B[] = [];
  for (const [i, item] of items.entries()) {
    if (i > 0 && i % ITEMS_A_TURN === 0) await breathe();
    mapped.push(map(item, i));
  }
  return mapped;
};
