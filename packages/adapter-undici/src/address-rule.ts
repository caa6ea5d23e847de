import { networksOf } from './networks.js';
import { isLoopbackAddress, isPublicAddress } from './public-address.js';

/** Where webhooks may go. */
export interface AddressRule {
  /** Whether a socket may be connected to that address. */
  readonly allows: (address: string) => boolean;
  /** Whether this machine is among the receivers: plain http to it is then fine, on any port. */
  readonly loopback: boolean;
  /** Ports of public receivers. */
  readonly ports: ReadonlyArray<number>;
}

/** Ports that receivers listen on for https. */
const HTTPS_PORTS: ReadonlyArray<number> = [443, 8443];

/**
 * Public addresses, and this machine where the host wants it; nothing in the networks that it refuses.
 *
 * @throws RangeError when one of those is no network.
 */
export const addressRule = (
  loopback: boolean,
  ports = HTTPS_PORTS,
  refusedNetworks: ReadonlyArray<string> = [],
): AddressRule => {
  const isRefused = networksOf(refusedNetworks);
  return {
    allows: (address) =>
      (isPublicAddress(address) || (loopback && isLoopbackAddress(address))) && !isRefused(address),
    loopback,
    ports,
  };
};
