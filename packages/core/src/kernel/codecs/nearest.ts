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
    const slips = slipsBetween(letters, name.toLowerCase(), most);
    if (slips > most) continue;
    if (slips === 0) return name;
    [best, most] = [name, slips - 1];
  }
  return best;
};

/**
 * How many letters are added, missing, wrong or swapped with their neighbour; more than `most` where they are more. It
 * tries at most four ways at each slip: a request may have half a million names that nobody knows.
 */
const slipsBetween = (one: string, other: string, most: number): number => {
  let same = 0;
  while (same < one.length && one.charCodeAt(same) === other.charCodeAt(same)) same += 1;
  const [a, b] = [one.slice(same), other.slice(same)];
  if (a === b) return 0;
  if (most === 0) return 1;
  const rest = Math.min(
    slipsBetween(a.slice(1), b, most - 1),
    slipsBetween(a, b.slice(1), most - 1),
    slipsBetween(a.slice(1), b.slice(1), most - 1),
    a[0] === b[1] && a[1] === b[0] ? slipsBetween(a.slice(2), b.slice(2), most - 1) : most,
  );
  return rest + 1;
};
