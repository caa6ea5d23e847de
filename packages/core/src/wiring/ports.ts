import type { OptionalPort } from '../kernel/use-case/feature-off.js';
import type { Token } from '../kernel/token.js';
import { BankDirectory } from '../ports/bank-directory.js';
import { BankRail } from '../ports/bank-rail.js';
import { CardAcquirer } from '../ports/card-acquirer.js';
import { Clock } from '../ports/clock.js';
import { Mailer } from '../ports/email.js';
import { Entropy } from '../ports/entropy.js';
import { HostedPages } from '../ports/hosted-pages.js';
import { Notifications } from '../ports/notifications.js';
import { Passkeys } from '../ports/passkeys.js';
import { PolicyMark } from '../ports/policy-mark.js';
import { Pacer } from '../ports/whole-pacer.js';
import { Sealer } from '../ports/sealer.js';
import { SendGuard } from '../ports/send-guard.js';
import { SendMark } from '../ports/send-mark.js';
import { WebhookSender } from '../ports/webhook-sender.js';
import { Storage } from '../storage/whole-storage.js';

/**
 * The ports that the host of the engine provides (decisions §16). Every host gives those that come first; `nodePorts`
 * of `@hundi/adapter-node` has them, but for the first three. A host may leave out the optional ones: the features that
 * need one are off without it.
 */
export interface Ports {
  readonly storage: Storage;
  readonly bankRail: BankRail;
  readonly bankDirectory: BankDirectory;
  readonly clock: Clock;
  readonly entropy: Entropy;
  readonly pacer: Pacer;
  readonly sealer: Sealer;
  readonly sendMark: SendMark;
  readonly webhookSender?: WebhookSender;
  readonly mailer?: Mailer;
  readonly hostedPages?: HostedPages;
  readonly cardAcquirer?: CardAcquirer;
  /** Without it nobody is mailed of what waits for them or became of what they made. */
  readonly notifications?: Notifications;
  /** Without it there are no passkeys; authenticator apps and recovery codes need no port. */
  readonly passkeys?: Passkeys;
  /** Without it, only the running processes remember which policies came into force last. */
  readonly policyMark?: PolicyMark;
  /** Without it, nothing is asked before payouts are sent. */
  readonly sendGuard?: SendGuard;
}

/** The tokens of the ports that a host may leave out. */
export const OPTIONAL_PORT_TOKENS: { readonly [P in OptionalPort]: Token<NonNullable<Ports[P]>> } =
  {
    webhookSender: WebhookSender,
    mailer: Mailer,
    hostedPages: HostedPages,
    cardAcquirer: CardAcquirer,
    notifications: Notifications,
  };

const TOKENS: { readonly [P in keyof Ports]-?: Token<NonNullable<Ports[P]>> } = {
  storage: Storage,
  bankRail: BankRail,
  bankDirectory: BankDirectory,
  clock: Clock,
  entropy: Entropy,
  pacer: Pacer,
  sealer: Sealer,
  sendMark: SendMark,
  passkeys: Passkeys,
  policyMark: PolicyMark,
  sendGuard: SendGuard,
  ...OPTIONAL_PORT_TOKENS,
};

/** The ports that are given, each with its token. */
export const givenPorts = (
  ports: Partial<Ports>,
): ReadonlyArray<readonly [Token<object>, object]> =>
  (Object.keys(TOKENS) as ReadonlyArray<keyof Ports>).flatMap((name) => {
    const port = ports[name];
    return port === undefined ? [] : [[TOKENS[name], port] as const];
  });
