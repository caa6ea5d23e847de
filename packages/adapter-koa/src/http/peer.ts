const MAPPED = /^::ffff:(?=\d+\.)/i;

/** Whom an address belongs to: of IPv6 its first 64 bits, since whoever has one address has those all. */
export const peerOf = (ip: string): string => {
  const plain = ip.replace(MAPPED, '');
  if (!plain.includes(':')) return plain;
  const [before = '', after] = plain.split('::');
  const groups = (text: string): ReadonlyArray<string> => (text === '' ? [] : text.split(':'));
  const [first, last] = [groups(before), groups(after ?? '')];
  const zeros = Array.from({ length: Math.max(8 - first.length - last.length, 0) }, () => '0');
  const network = [...first, ...zeros, ...last].slice(0, 4);
  return `${network.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::`;
};
