/** The same, with some members replaced. What makes a member when it is first asked for is not asked here. */
export const instead = <A extends object>(whole: A, replaced: Partial<A>): A =>
  Object.setPrototypeOf(replaced, whole) as A;
