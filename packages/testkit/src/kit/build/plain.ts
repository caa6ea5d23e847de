// A brand is a member that bare text and numbers do not have; literals have none either and stay.
type Bare<A> = A extends string
  ? keyof A extends keyof string
    ? A
    : string
  : A extends number
    ? keyof A extends keyof number
      ? A
      : number
    : A;

/** Values as a test writes them: text and numbers without their brands. */
export type Plain<A> = {
  readonly [K in keyof A]: A[K] extends ReadonlyArray<infer I extends string>
    ? ReadonlyArray<Bare<I>>
    : Bare<A[K]>;
};

/** Some members of a record, as a test writes them. */
export type Overrides<A> = Partial<Plain<A>>;

/**
 * A record with every field that it can have, those that may be absent too: a new one does not compile until it is
 * there.
 */
export const full = <A>(record: Plain<Required<A>>): A => record as unknown as A;
