// A union of literals is no index of an open record, a branded string or number is.
type Open<A extends string | number> = Record<never, never> extends Record<A, 1> ? true : false;

type Bare<A> = A extends string
  ? Open<A> extends true
    ? string
    : A
  : A extends number
    ? Open<A> extends true
      ? number
      : A
    : A;

/** Values as a test writes them: text and numbers without their brands. */
export type Plain<A> = {
  readonly [K in keyof A]: A[K] extends ReadonlyArray<infer I extends string>
    ? ReadonlyArray<Bare<I>>
    : Bare<A[K]>;
};

/** Some members of a record, as a test writes them. */
export type Overrides<A> = Partial<Plain<A>>;
