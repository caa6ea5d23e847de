/** An address that a browser may be sent on to, taken apart. */
export interface Destination {
  /** As it was given. */
  readonly url: string;
  readonly isSecure: boolean;
  /** In lowercase; an IPv6 address in brackets. */
  readonly host: string;
  /** The port; that of the scheme if the address names none. */
  readonly port: number;
  /** Whether it can only lead to the machine of the caller (a loopback host). */
  readonly isLoopback: boolean;
  /** The names of the parameters that its own query has. */
  readonly parameters: ReadonlySet<string>;
}

const LENGTH_MAX = 2_000;

// The pattern excludes everything that browsers read in more than one way: userinfo, backslash, white space,
// percent sign or letter beyond ASCII in front of the path, and every scheme but two.
const SHAPE =
  /^(https?):\/\/([A-Za-z0-9](?:[A-Za-z0-9.-]{0,251}[A-Za-z0-9])?|\[::1\])(?::([0-9]{1,5}))?(?:[/?#][!#-;=?-[\]_a-z~]*)?$/i;

const LOOPBACK: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);

const DEFAULT_PORTS = { http: 80, https: 443 } as const;

/**
 * Takes apart an address that a browser is to be sent to. Strict on purpose: an address that could mean one host
 * to the engine and another one to a browser is no destination.
 */
export const readDestination = (text: string): Destination | undefined => {
  if (text.length > LENGTH_MAX) return undefined;
  const [, written, name = '', port] = SHAPE.exec(text) ?? [];
  const scheme = written?.toLowerCase();
  if (scheme !== 'http' && scheme !== 'https') return undefined;
  const host = name.toLowerCase();
  const parsed = URL.canParse(text) ? new URL(text) : undefined;
  // A browser rewrites some hosts, 0x7f.1 among them. One that it would change is not what it seems.
  if (parsed?.hostname !== host || port === '0') return undefined;
  return {
    url: text,
    isSecure: scheme === 'https',
    host,
    port: port === undefined ? DEFAULT_PORTS[scheme] : Number(port),
    isLoopback: LOOPBACK.has(host),
    parameters: new Set(parsed.searchParams.keys()),
  };
};

/** A host, with or without a port. */
export const HOST =
  /^((?!-)[A-Za-z0-9-]{1,63}(?:\.(?!-)[A-Za-z0-9-]{1,63})*|\[::1\])(?::([1-9][0-9]{0,4}))?$/;

/** Whether a text names a host that browsers may be sent to: `shop.example` in any case, or with a port of its own. */
export const isDestinationHost = (text: string): boolean => {
  if (text.length > 260 || !HOST.test(text)) return false;
  const read = readDestination(`https://${text}/`);
  return read !== undefined && read.port <= 65_535;
};

/**
 * Whether the host is registered: https on the default port, or on the port that the entry names. Where
 * `loopback` is allowed (a sandbox), a registered loopback host may have any scheme and port.
 */
export const isRegistered = (
  { isSecure, host, port, isLoopback }: Destination,
  registered: ReadonlyArray<string>,
  { loopback }: { readonly loopback: boolean },
): boolean =>
  registered.some((entry) => {
    const [, name, named] = HOST.exec(entry.toLowerCase()) ?? [];
    if (name !== host) return false;
    return (isSecure && port === Number(named ?? DEFAULT_PORTS.https)) || (loopback && isLoopback);
  });

/** The address with more parameters after its own; values are escaped. */
export const withParameters = (
  url: string,
  parameters: ReadonlyArray<readonly [string, string]>,
): string => {
  const hash = url.indexOf('#');
  const [before, after] = hash < 0 ? [url, ''] : [url.slice(0, hash), url.slice(hash)];
  const joint = before.includes('?') ? '&' : '?';
  return `${before}${joint}${parameters.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('&')}${after}`;
};
