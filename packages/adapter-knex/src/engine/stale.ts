/** A write met another state than the one it follows: the unit of work is undone and run again. */
export class Stale extends Error {
  override readonly name = 'Stale';
}

/** Undoes the unit unless every row was written. */
export const expectAll = (written: number, wanted: number, what: string): void => {
  if (written !== wanted)
    throw new Stale(`${String(wanted - written)} of ${String(wanted)} ${what} had moved on`);
};
