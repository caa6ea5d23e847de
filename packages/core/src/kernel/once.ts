/**
 * A value that is made when it is first asked for. What takes long to make, and no rule asks for before the first request,
 * stands so: who imports the engine does not wait for it.
 */
export const once = <A>(make: () => A): (() => A) => {
  let made: { readonly value: A } | undefined;
  return () => (made ??= { value: make() }).value;
};
