import { Features } from './features.js';
import { tokenOf, type Recipe } from './recipe.js';

const everyFeature: Features = { off: new Map(), missing: [] };

/** What a recipe makes in an engine with every feature, where each port and service is the same thing. */
export const madeOf = <T>({ make, dependencies }: Recipe<T>, each: unknown): T =>
  make(...dependencies.map((one) => (tokenOf(one) === Features ? everyFeature : each)));
