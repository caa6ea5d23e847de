import { FeatureOff, FEATURES, OPTIONAL_PORTS } from '../kernel/use-case/feature-off.js';
import type { Feature, OptionalPort } from '../kernel/use-case/feature-off.js';
import { token } from '../kernel/token.js';
import type { DutyName } from '../storage/work-store.js';
import { OPTIONAL_PORT_TOKENS } from './ports.js';
import { optional, recipe } from './recipe.js';

/** The ports that each feature needs: it is off until the host gives all of them. */
const PORTS_OF: Readonly<Record<Feature, ReadonlyArray<OptionalPort>>> = {
  webhooks: ['webhookSender'],
  portal: ['mailer'],
  'payout-checkout': ['hostedPages', 'mailer'],
  'collection-checkout': ['cardAcquirer', 'hostedPages'],
  'payment-links': ['cardAcquirer', 'hostedPages', 'mailer'],
  notifications: ['mailer', 'notifications'],
};

/**
 * The duties that do not run without a port. They depend on the port and not on the feature: an acquirer is asked what
 * became of a charge as long as there is one, though no page takes cards any more.
 */
export const DUTIES_OF: Readonly<Record<OptionalPort, ReadonlyArray<DutyName>>> = {
  webhookSender: ['deliver-webhooks', 'deliver-slowly'],
  mailer: ['gather-notifications', 'send-notifications'],
  hostedPages: [],
  cardAcquirer: ['query-charges', 'reverse-charges'],
  notifications: ['gather-notifications', 'send-notifications'],
};

/** Which features an engine has. They follow from the ports that its host gives, and do not change. */
export interface Features {
  /** The refusal of each feature that is off; it names the first port that is missing. */
  readonly off: ReadonlyMap<Feature, FeatureOff>;
  /** The ports that the host does not give. */
  readonly missing: ReadonlyArray<OptionalPort>;
}
export const Features = token<Features>('Features');

const makeFeatures = (...ports: ReadonlyArray<object | undefined>): Features => {
  const missing = OPTIONAL_PORTS.filter((_, i) => ports[i] === undefined);
  const off = FEATURES.flatMap((feature) => {
    const port = PORTS_OF[feature].find((one) => missing.includes(one));
    return port === undefined ? [] : [[feature, FeatureOff(feature, port)] as const];
  });
  return { off: new Map(off), missing };
};

const optionalPorts = OPTIONAL_PORTS.map((port) => optional<object>(OPTIONAL_PORT_TOKENS[port]));

export const features = recipe(Features, makeFeatures, optionalPorts);
