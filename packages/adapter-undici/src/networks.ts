import { BlockList, isIP, isIPv6 } from 'node:net';

const familyOf = (address: string): 'ipv4' | 'ipv6' => (isIPv6(address) ? 'ipv6' : 'ipv4');

const BITS = { ipv4: 32, ipv6: 128 } as const;
const LENGTH = /^(?:0|[1-9]\d{0,2})$/;

/**
 * Whether an address is in one of these networks: `203.0.114.0/24`, `2a00:1::/32`, or one address alone.
 *
 * @throws RangeError when one of them is no network.
 */
export const networksOf = (networks: ReadonlyArray<string>): ((address: string) => boolean) => {
  const list = new BlockList();
  for (const text of networks) {
    const [address = '', length, more] = text.split('/');
    const bits = BITS[familyOf(address)];
    const wanted = length === undefined ? bits : LENGTH.test(length) ? Number(length) : bits + 1;
    if (isIP(address) === 0 || address.includes('%') || more !== undefined || wanted > bits)
      throw new RangeError(
        `${JSON.stringify(text)} is no network: expected an address, or a network as 203.0.114.0/24`,
      );
    list.addSubnet(address, wanted, familyOf(address));
  }
  return (address) => list.check(address, familyOf(address));
};
