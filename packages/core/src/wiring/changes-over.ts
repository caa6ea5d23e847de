import { Storage } from '../storage/storage.js';
import { ChangesOver } from './idempotently.js';
import { resolveAll, tokenOf, type Recipe } from './recipe.js';
import { recipeBook, singletons } from './singletons.js';
import { CHANGES } from './use-cases.js';

const recipes = Object.values(CHANGES);
const book = recipeBook(recipes);
const dependencies = [
  ...new Map(
    recipes.flatMap((recipe) => recipe.dependencies.map((one) => [tokenOf(one), one] as const)),
  ).values(),
];

/** Makes the changes over another storage, and over everything else as the engine has it. */
export const changesOver: Recipe<ChangesOver> = {
  service: ChangesOver,
  dependencies,
  make: (...resolved) => {
    const own = dependencies.map((one, i) => [tokenOf(one), resolved[i]] as const);
    return (storage) =>
      resolveAll(CHANGES, singletons(book, new Map<symbol, unknown>([...own, [Storage, storage]])));
  },
};
