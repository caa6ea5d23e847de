/**
 * A record that makes each member when a caller first asks for it, and keeps it. A caller may take the record apart or
 * spread it; a spread makes all members.
 */
export const lazily = <A extends object>(
  names: ReadonlyArray<keyof A & string>,
  make: <K extends keyof A>(name: K) => A[K],
): A => {
  const made: Partial<A> = {};
  const member = (name: keyof A): A[keyof A] => (made[name] ??= make(name));
  const isMember = (name: string | symbol): name is keyof A & string =>
    names.includes(name as keyof A & string);
  return new Proxy(made as A, {
    get: (_, name) => (isMember(name) ? member(name) : undefined),
    has: (_, name) => isMember(name),
    ownKeys: () => [...names],
    getOwnPropertyDescriptor: (_, name) =>
      isMember(name)
        ? { value: member(name), enumerable: true, configurable: true, writable: true }
        : undefined,
  });
};
