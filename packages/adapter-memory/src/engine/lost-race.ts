/** A write found another state than the one it was derived from. The unit of work is undone and runs again. */
export class LostRace extends Error {
  override readonly name = 'LostRace';
}
