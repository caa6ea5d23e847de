import { token } from '../token.js';

/** What a host switches on by giving the ports for it. */
export const FEATURES = [
  'webhooks',
  'portal',
  'payout-checkout',
  'collection-checkout',
  'payment-links',
  'notifications',
] as const;
/** A feature that is on while the host gives its ports (decisions §16). */
export type Feature = (typeof FEATURES)[number];

/** The ports that a host may leave out, by their names in `Ports`. */
export const OPTIONAL_PORTS = [
  'webhookSender',
  'mailer',
  'hostedPages',
  'cardAcquirer',
  'notifications',
] as const;
/** The name in `Ports` of a port that a host may leave out (decisions §16). */
export type OptionalPort = (typeof OPTIONAL_PORTS)[number];

/** The feature is off, because the host gives no such port (decisions §16). Nothing was written or sent. */
export const FeatureOff = (feature: Feature, port: OptionalPort) =>
  ({ _tag: 'FeatureOff', feature, port }) as const;
export type FeatureOff = ReturnType<typeof FeatureOff>;

/** Which features an engine has. They follow from the ports that its host gives, and do not change. */
export interface Features {
  /** The refusal of each feature that is off; it names the first port that is missing. */
  readonly off: ReadonlyMap<Feature, FeatureOff>;
  /** The ports that the host does not give. */
  readonly missing: ReadonlyArray<OptionalPort>;
}
export const Features = token<Features>('Features');
