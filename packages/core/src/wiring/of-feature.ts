import { Features, type Feature, type FeatureOff } from '../kernel/use-case/feature-off.js';
import { E } from '../kernel/fp.js';
import { optional, tokenOf, type Recipe } from '../kernel/token.js';
import { OPTIONAL_PORT_TOKENS } from './ports.js';

const optionalTokens: ReadonlySet<symbol> = new Set(Object.values(OPTIONAL_PORT_TOKENS));

/**
 * The use case of a feature. While the feature is off, it answers with that refusal, before it reads its input and
 * before anything is written or sent.
 */
export const ofFeature = <I extends readonly unknown[], L, A>(
  feature: Feature,
  make: Recipe<(...input: I) => Promise<E.Either<L, A>>>,
): Recipe<(...input: I) => Promise<E.Either<L | FeatureOff, A>>> =>
  Object.assign(
    ({ features, ...own }: { readonly features: Features }) => {
      const off = features.off.get(feature);
      return off === undefined ? make(own as never) : () => Promise.resolve(E.left(off));
    },
    {
      service: make.service,
      dependencies: [
        ['features', Features] as const,
        ...make.dependencies.map(([name, one]) => {
          const token = tokenOf(one);
          return [name, optionalTokens.has(token) ? optional(token) : one] as const;
        }),
      ],
    },
  );

/** The same for a list, whose type names that refusal itself: what stays generic keeps its input exact. */
export const listOfFeature = ofFeature as <T>(feature: Feature, list: Recipe<T>) => Recipe<T>;
