import { madeBy, tokenOf, type Recipe } from '../kernel/token.js';
import { Features } from '../kernel/use-case/feature-off.js';

const everyFeature: Features = { off: new Map(), missing: [] };

/** What a recipe makes in an engine with every feature, where each port and service is the same thing. */
export const madeOf = <T>(make: Recipe<T>, each: unknown): T =>
  madeBy(make, (one) => (tokenOf(one) === Features ? everyFeature : each));
