import { recipe, tokenOf } from '../kernel/token.js';
import { Storage } from '../storage/storage.js';
import { ChangesOver } from './idempotently.js';
import { recipeBook, resolveAll, singletons } from './singletons.js';
import { tellingAll } from './telling-all.js';
import { CHANGES } from './use-cases.js';

const recipes = tellingAll(CHANGES);
const book = recipeBook(recipes);
/** All that the changes are made of, each under the name of its token's symbol. */
const dependencies = Object.fromEntries(
  recipes.flatMap((one) =>
    one.dependencies.map(([, part]) => [String(Symbol.keyFor(tokenOf(part))), part] as const),
  ),
);

/** Makes the changes over another storage, and over everything else as the engine has it. */
export const makeChangesOver = recipe(ChangesOver, dependencies, (own) => {
  const others = Object.entries(own).map(([name, one]) => [Symbol.for(name), one] as const);
  return (storage) =>
    resolveAll(CHANGES, singletons(book, new Map([...others, [Storage, storage]])));
});
