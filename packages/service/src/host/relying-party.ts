import { isIP } from 'node:net';
import type { RelyingParty } from '@hundi/adapter-node';

/**
 * Whose passkeys the service checks: those of the host of its address. Browsers make none for an IP address, so a
 * service on loopback takes those that are made at `localhost`.
 */
export const relyingPartyAt = (baseUrl: string, name: string): RelyingParty => {
  const { hostname, origin, port, protocol } = new URL(baseUrl);
  const address = hostname.replace(/^\[|\]$/g, '');
  if (isIP(address) === 0) return { id: hostname, name, origins: [origin] };
  const local = `${protocol}//localhost${port === '' ? '' : `:${port}`}`;
  return { id: 'localhost', name, origins: [local] };
};
