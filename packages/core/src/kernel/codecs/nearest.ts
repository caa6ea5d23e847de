/**
 * The one of `names` that the caller most likely meant by `written`; undefined when none is near. Letter case aside,
 * it may miss a name by two letters, or by one if it is short; neighbours that are swapped count once.
 */
export const nearest = (written: string, names: Iterable<string>): string | undefined => {
  const letters = written.toLowerCase();
  let best: string | undefined;
  let most = written.length < 6 ? 1 : 2;
  for (const name of names) {
    // No need to compare what differs in length alone by more.
    if (Math.abs(name.length - written.length) > most) continue;
    const slips = slipsFrom(letters, 0, name.toLowerCase(), 0, most);
    if (slips > most) continue;
    if (slips === 0) return name;
    [best, most] = [name, slips - 1];
  }
  return best;
};

/**
 * How many letters from two places on are added, missing, wrong or swapped with their neighbour; more than `most` where
 * they are more. It tries at most four ways at each slip: a request may have half a million names that nobody knows.
 */
const slipsFrom = (a: string, i: number, b: string, j: number, most: number): number => {
  while (i < a.length && a.charCodeAt(i) === b.charCodeAt(j)) {
    i += 1;
    j += 1;
  }
  if (i === a.length && j === b.length) return 0;
  if (most === 0) return 1;
  const isSwapped =
    a.charCodeAt(i) === b.charCodeAt(j + 1) && a.charCodeAt(i + 1) === b.charCodeAt(j);
  const rest = Math.min(
    slipsFrom(a, i + 1, b, j, most - 1),
    slipsFrom(a, i, b, j + 1, most - 1),
    slipsFrom(a, i + 1, b, j + 1, most - 1),
    isSwapped ? slipsFrom(a, i + 2, b, j + 2, most - 1) : most,
  );
  return rest + 1;
};
