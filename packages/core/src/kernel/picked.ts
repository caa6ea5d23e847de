/** These members of a record, as far as it has them: an optional field is left out, not undefined. */
export const picked = <A extends object, K extends keyof A>(
  from: A,
  names: ReadonlyArray<K>,
): Pick<A, K> => {
  const some: Partial<Pick<A, K>> = {};
  for (const name of names) if (from[name] !== undefined) some[name] = from[name];
  return some as Pick<A, K>;
};
