import type { Secret } from '../secrets/secret.js';

// A brand is a member that bare text and numbers do not have; literals have none either and stay.
type Bare<A, Base> = keyof A extends keyof Base ? A : Base;

/**
 * A value as its caller writes it: texts and numbers need no brand, because the engine checks them itself. A secret
 * stays one.
 */
export type Plain<A> = A extends string
  ? Bare<A, string>
  : A extends number
    ? Bare<A, number>
    : A extends ReadonlyArray<infer I>
      ? ReadonlyArray<Plain<I>>
      : A extends Secret<unknown>
        ? A
        : A extends object
          ? { readonly [K in keyof A]: Plain<A[K]> }
          : A;
