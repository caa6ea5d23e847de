import type { Feature, Hundi } from '@hundi/core';
import type { RouteData } from './route.js';

/** Says that these routes are there only while the engine has the feature. */
export const ofFeature = <R extends RouteData>(
  feature: Feature,
  routes: ReadonlyArray<R>,
): ReadonlyArray<R> => routes.map((route) => ({ ...route, feature }));

/** The routes that are there: those of a feature that is off are not, as if they had never been written. */
export const routesOn = <R extends Pick<RouteData, 'feature'>>(
  { featuresOff }: Pick<Hundi, 'featuresOff'>,
  routes: ReadonlyArray<R>,
): ReadonlyArray<R> =>
  routes.filter(({ feature }) => feature === undefined || !featuresOff.has(feature));

/**
 * Ends the start of a host that mounts what it has switched off.
 *
 * @throws when all of these features are off, naming for each the port that is missing.
 */
export const requireOneOf = (
  { featuresOff }: Pick<Hundi, 'featuresOff'>,
  mount: string,
  features: ReadonlyArray<Feature>,
): void => {
  const off = features.flatMap((feature) => featuresOff.get(feature) ?? []);
  if (off.length < features.length) return;
  const missing = off.map(({ feature, port }) => `${feature} (give the engine the port ${port})`);
  throw new Error(`${mount} serves nothing, because these features are off: ${missing.join(', ')}`);
};
