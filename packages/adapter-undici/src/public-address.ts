import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/**
 * Networks of IPv6 that are not for one host on the public internet and that the library takes for such:
 * IPv4-compatible, NAT64 for local use, IANA's special ones, documentation, segment routing, site-local.
 */
const SPECIAL_V6 = [
  '::/96',
  '64:ff9b:1::/48',
  '2001::/23',
  '2001:db8::/32',
  '2620:4f:8000::/48',
  '3fff::/20',
  '5f00::/16',
  'fec0::/10',
].map((network) => ipaddr.IPv6.parseCIDR(network));

/**
 * The same of IPv4: IANA's special ones, the platform of Azure inside its machines, AS112, AMT, 6to4 relays,
 * benchmarks, documentation.
 */
const SPECIAL_V4 = [
  '0.0.0.0/8',
  '100.64.0.0/10',
  '168.63.129.16/32',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.31.196.0/24',
  '192.52.193.0/24',
  '192.88.99.0/24',
  '192.175.48.0/24',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '240.0.0.0/4',
].map((network) => ipaddr.IPv4.parseCIDR(network));

/** All of IPv6 that IANA gives to hosts. */
const GLOBAL_V6 = ipaddr.IPv6.parseCIDR('2000::/3');

/** Whether a socket that is connected there reaches a host on the public internet, as far as the address shows. */
export const isPublicAddress = (address: string): boolean => {
  // The library takes shorter forms too, which a resolver has no business to answer.
  if (isIP(address) === 0) return false;
  const parsed = ipaddr.parse(address);
  if (parsed.range() !== 'unicast') return false;
  return parsed instanceof ipaddr.IPv4
    ? !SPECIAL_V4.some((network) => parsed.match(network))
    : parsed.match(GLOBAL_V6) && !SPECIAL_V6.some((network) => parsed.match(network));
};

/** Whether it reaches this machine itself. */
export const isLoopbackAddress = (address: string): boolean =>
  isIP(address) !== 0 && ipaddr.parse(address).range() === 'loopback';
