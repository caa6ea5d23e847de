import { madeBy, tokenOf, type Dependency, type Recipe, type Token } from '../kernel/token.js';

/** Recipes by the names under which an engine has what they make. */
export type Recipes = Readonly<Record<string, Recipe<unknown>>>;

/** The services that the recipes make, under the same names. */
export type Made<R extends Recipes> = {
  readonly [N in keyof R]: R[N] extends Recipe<infer T> ? T : never;
};

/** Anything that resolves tokens: an inversify container (decisions §16), or a host's own. */
export interface Resolver {
  readonly get: <T>(token: Token<T>) => T;
}

/** All that the recipes make, as `resolver` has it. */
export const resolveAll = <R extends Recipes>(recipes: R, resolver: Resolver): Made<R> =>
  Object.fromEntries(
    Object.entries(recipes).map(([name, { service }]) => [name, resolver.get(service)]),
  ) as Made<R>;

/** Recipes by the tokens of what they make. */
export type RecipeBook = ReadonlyMap<symbol, Recipe<unknown>>;

/** Once for all engines: nothing is made yet. */
export const recipeBook = (recipes: ReadonlyArray<Recipe<unknown>>): RecipeBook =>
  new Map(recipes.map((recipe) => [recipe.service, recipe]));

/**
 * Resolves `given` as it is and everything else by its recipe, when it is first asked for and once. A
 * container does the same, and takes a hundred times as long to fill: too long where engines come and go.
 * @throws on a token that nothing is given or bound for, naming it, unless the dependency is optional.
 */
export const singletons = (recipes: RecipeBook, given: ReadonlyMap<symbol, unknown>): Resolver => {
  const made = new Map(given);
  const resolved = (dependency: Dependency<unknown>): unknown => {
    const token = tokenOf(dependency);
    const known = made.get(token);
    if (known !== undefined) return known;
    const recipe = recipes.get(token);
    if (recipe === undefined) {
      if (token !== dependency) return undefined;
      throw new Error(`nothing is bound to ${String(token.description)}`);
    }
    const service = madeBy(recipe, resolved);
    made.set(token, service);
    return service;
  };
  return { get: <T>(token: Token<T>) => resolved(token) as T };
};
