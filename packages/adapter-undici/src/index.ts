/**
 * Sends webhooks over HTTPS with undici: to public addresses only, checked where they are connected to.
 *
 * @packageDocumentation
 */

import { addressRule } from './address-rule.js';
import { systemResolve } from './resolve.js';
import { senderOver, type UndiciSender } from './undici-sender.js';

export { networksOf } from './networks.js';
export type { UndiciSender } from './undici-sender.js';

export interface UndiciSenderOptions {
  /** Whether receivers on this machine are allowed, over plain http too: for a sandbox. */
  readonly allowLoopback?: boolean;
  /** Ports that receivers may listen on; default 443 and 8443. */
  readonly ports?: ReadonlyArray<number>;
  /** The host's own networks that have public addresses, `203.0.114.0/24`: no webhook goes there. */
  readonly refusedNetworks?: ReadonlyArray<string>;
}

/** One attempt, from the look-up of the name to the last byte of the answer. */
const WAITS = { usual: 15_000, hurried: 2_000, silent: 250 };

/**
 * A sender of webhooks, with connections kept alive for each endpoint apart. Close it when the host stops.
 *
 * @throws RangeError when one of `refusedNetworks` is no network.
 */
export const undiciSender = ({
  allowLoopback = false,
  ports,
  refusedNetworks,
}: UndiciSenderOptions = {}): UndiciSender =>
  senderOver(addressRule(allowLoopback, ports, refusedNetworks), systemResolve(), WAITS);
