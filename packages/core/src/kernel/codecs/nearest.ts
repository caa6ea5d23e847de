/**
 * The one of `names` that the caller most likely meant by `written`; undefined when none is near: a slip of the
 * pen for each three letters, one that swaps neighbours counted once.
 */
export const nearest = (written: string, names: ReadonlyArray<string>): string | undefined => {
  let best: string | undefined;
  let least = Math.max(1, Math.floor(written.length / 3)) + 1;
  for (const name of names) {
    // No need to compare what differs in length alone by more.
    if (Math.abs(name.length - written.length) >= least) continue;
    const slips = slipsBetween(written.toLowerCase(), name.toLowerCase());
    if (slips < least) [best, least] = [name, slips];
  }
  return best;
};

/** How many letters are added, missing, wrong or swapped with their neighbour (optimal string alignment). */
const slipsBetween = (a: string, b: string): number => {
  let beforeLast: ReadonlyArray<number> = [];
  let last: ReadonlyArray<number> = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const wrong = a[i - 1] === b[j - 1] ? 0 : 1;
      const swapped = a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      row.push(
        Math.min(
          at(last, j) + 1,
          at(row, j - 1) + 1,
          at(last, j - 1) + wrong,
          swapped ? at(beforeLast, j - 2) + 1 : Infinity,
        ),
      );
    }
    [beforeLast, last] = [last, row];
  }
  return at(last, b.length);
};

const at = (row: ReadonlyArray<number>, i: number): number => row[i] ?? Infinity;
