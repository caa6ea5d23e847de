import type { EpochMs } from '../kernel/time.js';
import type { Sealer } from '../ports/sealer.js';
import type { WebhookEndpoint } from './endpoint.js';
import { signingKey } from './secret.js';

const contextOf = (endpointId: string): string => `webhook/${endpointId}`;

/** The secret of an endpoint, as its record keeps it. */
export const sealSecret = (sealer: Sealer, endpointId: string, secret: string): string =>
  sealer.seal(secret, contextOf(endpointId));

/** The keys that sign for an endpoint: its own, and for a while after a rotation the one before it. */
export const keysOf = (
  sealer: Sealer,
  { endpointId, sealedSecret, retiring }: WebhookEndpoint,
  now: EpochMs,
): ReadonlyArray<Uint8Array> =>
  [sealedSecret, ...(retiring !== undefined && retiring.until > now ? [retiring.sealedSecret] : [])]
    .map((sealed) => sealer.open(sealed, contextOf(endpointId)))
    .map(signingKey);
