const MAPPED = /^::ffff:(?=\d+\.)/i;
const MAPPED_IN_HEX = /^::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})$/i;

const plainOf = (ip: string): string => {
  const [, high, low] = MAPPED_IN_HEX.exec(ip) ?? [];
  if (high === undefined || low === undefined) return ip.replace(MAPPED, '');
  return [high, low]
    .flatMap((group) => {
      const value = Number.parseInt(group, 16);
      return [value >> 8, value & 0xff];
    })
    .join('.');
};

/**
 * Whom an address belongs to: of IPv6 its first 64 bits, since a client that has one of these addresses has them all.
 */
export const peerOf = (ip: string): string => {
  const plain = plainOf(ip);
  if (!plain.includes(':')) return plain;
  const [before = '', after] = plain.split('::');
  const groups = (text: string): ReadonlyArray<string> => (text === '' ? [] : text.split(':'));
  const [first, last] = [groups(before), groups(after ?? '')];
  const zeros = Array.from({ length: Math.max(8 - first.length - last.length, 0) }, () => '0');
  const network = [...first, ...zeros, ...last].slice(0, 4);
  return `${network.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::`;
};
