import { isIP } from 'node:net';
import type { AddressRule } from './address-rule.js';
import { isLoopbackAddress } from './public-address.js';

const URL_MAX = 2_048;
/** Characters that URL parsing drops or changes, and that no list shows. */
const UNWRITTEN = /[\s\p{Cc}\p{Cs}]/u;

/** A host as a resolver is asked for it: without the brackets of IPv6, and without the dot of the root. */
export const hostOf = ({ hostname }: URL): string =>
  hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '');

const isThisMachine = (host: string): boolean =>
  host === 'localhost' || host.endsWith('.localhost') || isLoopbackAddress(host);

/** The correction of a URL, as far as its text shows; undefined if it has no fault. */
export const checkUrl = (text: string, { loopback, ports }: AddressRule): string | undefined => {
  if (text.length > URL_MAX) return `expected at most ${String(URL_MAX)} characters`;
  if (UNWRITTEN.test(text)) return 'expected a URL without spaces and control characters';
  if (!URL.canParse(text)) return 'expected an https URL';
  const url = new URL(text);
  const host = hostOf(url);
  if (url.username !== '' || url.password !== '') return 'expected a URL without credentials';
  if (loopback && isThisMachine(host))
    return /^https?:$/.test(url.protocol) ? undefined : 'expected an http or https URL';

  if (url.protocol !== 'https:') return 'expected an https URL';
  if (isIP(host) !== 0) return 'expected a host name, not an address';
  if (!host.includes('.') || isThisMachine(host)) return 'expected a public host name';
  const port = url.port === '' ? 443 : Number(url.port);
  return ports.includes(port) ? undefined : `expected port ${ports.join(' or ')}`;
};
