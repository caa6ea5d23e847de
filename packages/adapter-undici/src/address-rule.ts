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

/** Public addresses, and this machine where the host wants it. */
export const addressRule = (loopback: boolean, ports = HTTPS_PORTS): AddressRule => ({
  allows: (address) => isPublicAddress(address) || (loopback && isLoopbackAddress(address)),
  loopback,
  ports,
});
