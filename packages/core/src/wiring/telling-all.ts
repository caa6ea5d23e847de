import type { Recipe } from '../kernel/token.js';
import { telling } from '../kernel/use-case/subject.js';
import type { Recipes } from './singletons.js';

/** The recipes of use cases whose errors tell their names in the table. */
export const tellingAll = (table: Recipes): ReadonlyArray<Recipe<unknown>> =>
  Object.entries(table).map(([name, make]) => {
    const tells = (needs: never): unknown => telling(name, make(needs) as never);
    return Object.assign(tells, make);
  });
