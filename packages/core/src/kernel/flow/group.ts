/** Puts items under their keys; keys and items keep the order in which they first came. */
export const groupBy = <A, K>(
  items: Iterable<A>,
  keyOf: (item: A) => K,
): ReadonlyMap<K, ReadonlyArray<A>> => {
  const groups = new Map<K, A[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [item]);
    else group.push(item);
  }
  return groups;
};
