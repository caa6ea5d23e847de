import type { Recipe } from '../kernel/token.js';
import { makeChangesOver } from './changes-over.js';
import { SERVICES } from './services.js';
import { tellingAll } from './telling-all.js';
import { CHANGES, DUTIES, USE_CASES } from './use-cases.js';

/** How the engine makes everything that its host does not give it. */
export const RECIPES: ReadonlyArray<Recipe<unknown>> = [
  ...SERVICES,
  ...tellingAll(CHANGES),
  makeChangesOver,
  ...tellingAll(USE_CASES),
  ...DUTIES,
];
