import type { Feature, FeatureOff } from '../kernel/use-case/feature-off.js';
import { E } from '../kernel/fp.js';
import { Features } from './features.js';
import { OPTIONAL_PORT_TOKENS } from './ports.js';
import { optional, tokenOf, type Recipe } from './recipe.js';

const optionalTokens: ReadonlySet<symbol> = new Set(Object.values(OPTIONAL_PORT_TOKENS));

/**
 * The use case of a feature. While the feature is off, it answers with that refusal, before it reads its input and
 * before anything is written or sent.
 */
export const ofFeature = <I extends readonly unknown[], L, A>(
  feature: Feature,
  { service, make, dependencies }: Recipe<(...input: I) => Promise<E.Either<L, A>>>,
): Recipe<(...input: I) => Promise<E.Either<L | FeatureOff, A>>> => ({
  service,
  dependencies: [
    Features,
    ...dependencies.map((one) => (optionalTokens.has(tokenOf(one)) ? optional(tokenOf(one)) : one)),
  ],
  make: (...resolved) => {
    const [features, ...own] = resolved as [Features, ...unknown[]];
    const off = features.off.get(feature);
    return off === undefined ? make(...own) : () => Promise.resolve(E.left(off));
  },
});

/** The same for a list, whose type names that refusal itself: what stays generic keeps its input exact. */
export const listOfFeature = ofFeature as <T>(feature: Feature, list: Recipe<T>) => Recipe<T>;
