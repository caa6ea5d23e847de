import type { Token } from '../kernel/token.js';

/** The parts of a service, each by its token; an engine makes each service once. */
export interface Recipe<T> {
  readonly service: Token<T>;
  readonly make: (...resolved: unknown[]) => T;
  readonly dependencies: ReadonlyArray<Token<unknown>>;
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

type Tokens<D extends readonly unknown[]> = { readonly [K in keyof D]: Token<D[K]> };

/** A factory, and the tokens of its parameters in order; a mismatch does not compile. */
export const recipe = <T, D extends readonly unknown[]>(
  service: Token<T>,
  make: (...dependencies: D) => T,
  dependencies: Tokens<D>,
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
