import { FeatureOff, Features, FEATURES, OPTIONAL_PORTS } from '../kernel/use-case/feature-off.js';
import type { Feature, OptionalPort } from '../kernel/use-case/feature-off.js';
import { optional, recipe } from '../kernel/token.js';
import type { DutyName } from '../storage/work-store.js';
import { OPTIONAL_PORT_TOKENS } from './ports.js';

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

const optionalPorts = Object.fromEntries(
  OPTIONAL_PORTS.map((port) => [port, optional<object>(OPTIONAL_PORT_TOKENS[port])]),
);

export const makeFeatures = recipe(Features, optionalPorts, (ports) => {
  const missing = OPTIONAL_PORTS.filter((port) => ports[port] === undefined);
  const off = FEATURES.flatMap((feature) => {
    const port = PORTS_OF[feature].find((one) => missing.includes(one));
    return port === undefined ? [] : [[feature, FeatureOff(feature, port)] as const];
  });
  return { off: new Map(off), missing };
});
