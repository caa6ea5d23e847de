import type { Token } from '../kernel/token.js';

/** An optional dependency: the factory gets undefined where nothing is bound to its token. */
export interface OptionalDependency<T> {
  readonly optional: Token<T>;
}

/** A parameter of a factory, by its token. */
export type Dependency<T> = Token<T> | OptionalDependency<T>;

/** Lets the factory do without: it gets undefined where nothing is bound to the token. */
export const optional = <T>(token: Token<T>): OptionalDependency<T | undefined> => ({
  optional: token,
});

/** The token of a dependency, whether it is optional or not. */
export const tokenOf = (dependency: Dependency<unknown>): Token<unknown> =>
  typeof dependency === 'symbol' ? dependency : dependency.optional;

/** The parts of a service, each by its token; an engine makes each service once. */
export interface Recipe<T> {
  readonly service: Token<T>;
  readonly make: (...resolved: unknown[]) => T;
  readonly dependencies: ReadonlyArray<Dependency<unknown>>;
}

/** Recipes by the names under which an engine has what they make. */
export type Recipes = Readonly<Record<string, Recipe<unknown>>>;

/** The services that the recipes make, under the same names. */
export type Made<R extends Recipes> = {
  readonly [N in keyof R]: R[N] extends Recipe<infer T> ? T : never;
};

/** Anything that resolves tokens: an inversify container, or a host's own. */
export interface Resolver {
  readonly get: <T>(token: Token<T>) => T;
}

type Dependencies<D extends readonly unknown[]> = { readonly [K in keyof D]: Dependency<D[K]> };

/** A factory, and the tokens of its parameters in order; a mismatch does not compile. */
export const recipe = <T, D extends readonly unknown[]>(
  service: Token<T>,
  make: (...dependencies: D) => T,
  dependencies: Dependencies<D>,
): Recipe<T> => ({
  service,
  make: (...resolved) => make(...(resolved as unknown as D)),
  dependencies,
});

/** All that the recipes make, as `resolver` has it. */
export const resolveAll = <R extends Recipes>(recipes: R, resolver: Resolver): Made<R> =>
  Object.fromEntries(
    Object.entries(recipes).map(([name, { service }]) => [name, resolver.get(service)]),
  ) as Made<R>;
