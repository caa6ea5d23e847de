/** A record whose absent fields are still NULL. */
export type Nullable<A> = {
  readonly [K in keyof A]-?: A[K] | (undefined extends A[K] ? null : never);
};

/** The record without what the database holds as NULL: an absent field is absent, not null. */
export const present = <A extends object>(record: Nullable<A>): A => {
  const kept: Partial<Record<string, unknown>> = {};
  // A for … in and not Object.entries: 20,000 rows make no arrays on their way.
  for (const name in record) {
    const value: unknown = record[name];
    if (value !== null) kept[name] = value;
  }
  return kept as A;
};

/** A 64-bit integer: PostgreSQL sends it as text. */
export type Int = number | string;

/** NULL stays NULL. */
export const intOrNull = (int: Int | null): number | null => (int === null ? null : Number(int));
