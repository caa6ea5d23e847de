/**
 * The database was restored from a backup, and the bank has not confirmed yet whether it executed the payment, which
 * must not end before that.
 */
export const StillInDoubt = () => ({ _tag: 'StillInDoubt' }) as const;
export type StillInDoubt = ReturnType<typeof StillInDoubt>;

/** Why work is put off that would end payouts: tried again later. */
export class DoubtRemains extends Error {
  override readonly name = 'DoubtRemains';
}
