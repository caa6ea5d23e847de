declare const provides: unique symbol;

/** A service identifier that remembers what it stands for. */
export type Token<T> = symbol & { readonly [provides]: T };

/** The token of that name. The symbol is global, so two copies of core in one tree still meet. */
export const token = <T>(name: string): Token<T> => Symbol.for(`@hundi/${name}`) as Token<T>;

/** What a service may be made without: undefined where nothing is bound to the token. */
export interface Optional<T> {
  readonly optional: Token<T>;
}

/** What a service is made of: its token, or that it may be left out. */
export type Dependency<T> = Token<T> | Optional<T>;

/** Lets a service be made without: it gets undefined where nothing is bound to the token. */
export const optional = <T>(one: Token<T>): Optional<T | undefined> => ({ optional: one });

/** The token of a dependency, whether it is optional or not. */
export const tokenOf = (dependency: Dependency<unknown>): Token<unknown> =>
  typeof dependency === 'symbol' ? dependency : dependency.optional;

export type Dependencies = Readonly<Record<string, Dependency<unknown>>>;

/** The dependencies as a service gets them: each under its name, with a small first letter. */
export type Needs<D extends Dependencies> = {
  readonly [N in keyof D & string as Uncapitalize<N>]: D[N] extends Dependency<infer T> ? T : never;
};

/** Makes a service from what it needs, and says what that is; an engine makes each service once. */
export interface Recipe<T, N = never> {
  (needs: N): T;
  readonly service: Token<T>;
  readonly dependencies: ReadonlyArray<readonly [name: string, dependency: Dependency<unknown>]>;
}

/**
 * How a service is made. Dependencies are named by their tokens, so `{ Storage, Sealer: GuardedSealer }` gives
 * `{ storage, sealer }`; what is not among them, or is of another type, does not compile.
 */
export const recipe = <T, D extends Dependencies>(
  service: Token<T>,
  dependencies: D,
  make: (needs: Needs<D>) => NoInfer<T>,
): Recipe<T, Needs<D>> =>
  Object.assign((needs: Needs<D>): T => make(needs), {
    service,
    dependencies: Object.entries(dependencies).map(([name, one]) => [small(name), one] as const),
  });

const small = (name: string): string => name.charAt(0).toLowerCase() + name.slice(1);

/** Makes a service from what `resolved` finds for each of its dependencies. */
export const madeBy = <T>(
  make: Recipe<T>,
  resolved: (dependency: Dependency<unknown>) => unknown,
): T => {
  const needs: Record<string, unknown> = {};
  for (const [name, one] of make.dependencies) needs[name] = resolved(one);
  return make(needs as never);
};
