/**
 * Refuses a filter that a list does not have, as a caller without types may hand over: without it, the list would answer
 * more than was asked for.
 *
 * @throws TypeError, which names the filters that there are.
 */
export const requireKnown = (list: string, filters: object, known: ReadonlyArray<string>): void => {
  const strange = Object.keys(filters).filter((name) => !known.includes(name));
  if (strange.length > 0)
    throw new TypeError(`${list} has no filter ${strange.join(', ')}: it has ${known.join(', ')}`);
};
