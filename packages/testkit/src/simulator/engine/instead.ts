/** The same, with some members replaced. A getter that makes a member on first use is not called here. */
export const instead = <A extends object>(whole: A, replaced: Partial<A>): A =>
  Object.setPrototypeOf(replaced, whole) as A;
