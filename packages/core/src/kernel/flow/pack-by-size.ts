/**
 * Puts items, in their order, into packs of at most `max` in all: many small ones together, a large one by
 * itself, however large it is.
 */
export const packBySize = <A>(
  items: ReadonlyArray<A>,
  sizeOf: (item: A) => number,
  max: number,
): ReadonlyArray<ReadonlyArray<A>> => {
  const packs: A[][] = [];
  let room = 0;
  for (const item of items) {
    const size = sizeOf(item);
    const last = packs.at(-1);
    if (last === undefined || size > room) {
      packs.push([item]);
      room = max - size;
    } else {
      last.push(item);
      room -= size;
    }
  }
  return packs;
};
