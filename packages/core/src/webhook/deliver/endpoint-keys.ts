import type { EpochMs } from '../../kernel/values/time.js';
import type { Sealer } from '../../ports/sealer.js';
import type { WebhookEndpoint } from '../endpoint/endpoint.js';
import { signingKey } from '../receiver/secret.js';

const contextOf = (endpointId: string): string => `webhook/${endpointId}`;

/** The secret of an endpoint, as its record keeps it. */
export const sealSecret = (sealer: Sealer, endpointId: string, secret: string): string =>
  sealer.seal(secret, contextOf(endpointId));

/** The secret of an endpoint. @throws when it was sealed under another key. */
export const secretOf = (
  sealer: Sealer,
  { endpointId, sealedSecret }: Pick<WebhookEndpoint, 'endpointId' | 'sealedSecret'>,
): string => sealer.open(sealedSecret, contextOf(endpointId));

/** The secrets that were replaced and sign still, the last first. */
export const retiringAt = (
  { retiring = [] }: Pick<WebhookEndpoint, 'retiring'>,
  now: EpochMs,
): NonNullable<WebhookEndpoint['retiring']> => retiring.filter(({ until }) => until > now);

/** The keys that sign for an endpoint: its own, and for a while after a rotation the one that it replaced. */
export const keysOf = (
  sealer: Sealer,
  endpoint: WebhookEndpoint,
  now: EpochMs,
): ReadonlyArray<Uint8Array> =>
  [endpoint, ...retiringAt(endpoint, now)]
    .map(({ sealedSecret }) => secretOf(sealer, { ...endpoint, sealedSecret }))
    .map(signingKey);
