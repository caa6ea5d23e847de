import type { Binder } from './provide.js';
import type { Token } from '../kernel/token.js';

interface Recipe {
  readonly make: (...resolved: unknown[]) => unknown;
  readonly dependencies: ReadonlyArray<symbol>;
}

/** How each service is made, by its token. */
export type Recipes = ReadonlyMap<symbol, Recipe>;

/** Collects what `load` binds. Once for all engines: nothing is made yet. */
export const recipesOf = (load: (binder: Binder) => void): Recipes => {
  const recipes = new Map<symbol, Recipe>();
  load({
    bind: (service) => ({
      toResolvedValue: (make, dependencies) => ({
        inSingletonScope: () => recipes.set(service, { make, dependencies }),
      }),
    }),
  });
  return recipes;
};

/**
 * Resolves `given` as it is and everything else by its recipe, when it is first asked for and once. A
 * container does the same, and takes a hundred times as long to fill: too long where engines come and go.
 * @throws on a token that nothing is given or bound for, naming it.
 */
export const singletons = (
  recipes: Recipes,
  given: ReadonlyMap<symbol, unknown>,
): { readonly get: <T>(token: Token<T>) => T } => {
  const made = new Map(given);
  const resolved = (token: symbol): unknown => {
    const known = made.get(token);
    if (known !== undefined) return known;
    const recipe = recipes.get(token);
    if (recipe === undefined) throw new Error(`nothing is bound to ${String(token.description)}`);
    const service = recipe.make(...recipe.dependencies.map(resolved));
    made.set(token, service);
    return service;
  };
  return { get: <T>(token: Token<T>) => resolved(token) as T };
};
