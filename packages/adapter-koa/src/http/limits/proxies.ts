import type { IncomingMessage } from 'node:http';
import { BlockList, isIP, isIPv6 } from 'node:net';
import { peerOf } from './peer.js';

/**
 * Which proxies stand before the service: their addresses and networks (`10.0.0.0/8`), or through how many of
 * them every request comes. A number trusts every client that can reach the port: use it only where no one but the
 * proxies can.
 */
export type TrustedProxies = number | ReadonlyArray<string>;

/** How a request came, as far as those who are believed say. */
export interface Proxies {
  /** The address of who sent it: of those that it came by, the last one that is no trusted proxy. */
  readonly addressOf: (request: IncomingMessage) => string;
  /** Whom that address belongs to, for limits: of IPv6 its first 64 bits. */
  readonly networkOf: (request: IncomingMessage) => string;
  /** By which protocol it reached the outermost trusted proxy; undefined where no trusted proxy says. */
  readonly protocolOf: (request: IncomingMessage) => string | undefined;
}

const HOPS_MAX = 32;
const WITH_PORT = /^(?:\[([^\]]+)\](?::\d{1,5})?|([^:]+):\d{1,5})$/;

/** An address as a proxy writes it: some add brackets and a port. */
const addressIn = (text: string): string | undefined => {
  const [, six, four] = WITH_PORT.exec(text) ?? [];
  const address = six ?? four ?? text;
  return isIP(address) === 0 ? undefined : address;
};

const familyOf = (address: string): 'ipv4' | 'ipv6' => (isIPv6(address) ? 'ipv6' : 'ipv4');

const refused = (text: string): RangeError =>
  new RangeError(
    `${JSON.stringify(text)} is no trusted proxy: expected an address, or a network as 10.0.0.0/8`,
  );

/** @throws RangeError for a text that is no address and no network, and for a network of all addresses. */
const listOf = (networks: ReadonlyArray<string>): BlockList => {
  const list = new BlockList();
  for (const text of networks) {
    const [address = '', prefix, more] = text.split('/');
    const bits = isIPv6(address) ? 128 : 32;
    const length = prefix === undefined ? bits : /^[1-9]\d{0,2}$/.test(prefix) ? Number(prefix) : 0;
    if (isIP(address) === 0 || address.includes('%') || more !== undefined) throw refused(text);
    if (length < 1 || length > bits) throw refused(text);
    list.addSubnet(address, length, familyOf(address));
  }
  return list;
};

/** The trusted proxies: by their number, or by address. */
const trustOf = (trusted: TrustedProxies): ((address: string, hop: number) => boolean) => {
  if (typeof trusted === 'number') {
    if (!Number.isInteger(trusted) || trusted < 0 || trusted > HOPS_MAX)
      throw new RangeError(`the number of trusted proxies is a whole one from 0 to ${HOPS_MAX}`);
    return (_, hop) => hop < trusted;
  }
  if (trusted.length === 0) return () => false;
  const list = listOf(trusted);
  return (address) => {
    const [plain = ''] = address.split('%');
    return isIP(plain) !== 0 && list.check(plain, familyOf(plain));
  };
};

const listed = (header: string | string[] | undefined): ReadonlyArray<string> =>
  (Array.isArray(header) ? header.join(',') : (header ?? '')).split(',').map((one) => one.trim());

/**
 * Reads `X-Forwarded-For` and `X-Forwarded-Proto` from the right, and no further than trusted proxies wrote them:
 * entries to the left of an untrusted address may be invented by that sender.
 *
 * @throws RangeError when a network is malformed or contains all addresses, or the number is none.
 */
export const proxiesOf = (trusted: TrustedProxies = []): Proxies => {
  const trusts = trustOf(trusted);

  const walk = (request: IncomingMessage): { readonly address: string; readonly hops: number } => {
    let address = request.socket.remoteAddress ?? '';
    if (!trusts(address, 0)) return { address, hops: 0 };
    const chain = listed(request.headers['x-forwarded-for']);
    let hops = 0;
    while (trusts(address, hops)) {
      hops += 1;
      // A proxy that wrote nothing readable is as far as anything is known.
      const before = addressIn(chain.at(-hops) ?? '');
      if (before === undefined) break;
      address = before;
    }
    return { address, hops };
  };

  return {
    addressOf: (request) => walk(request).address,
    networkOf: (request) => peerOf(walk(request).address),
    protocolOf: (request) => {
      const { hops } = walk(request);
      if (hops === 0) return undefined;
      const protocols = listed(request.headers['x-forwarded-proto']);
      // Proxies add to this header or put one word in its place.
      const said = protocols[Math.max(protocols.length - hops, 0)]?.toLowerCase();
      return said === '' ? undefined : said;
    },
  };
};
