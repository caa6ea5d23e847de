import type { EpochMs } from '../../../kernel/values/time.js';
import type { GuardedSealer } from '../../../ports/guarded-sealer.js';
import { openAllKept } from '../../../ports/open-kept.js';
import type { SealedText } from '../../../ports/sealer.js';
import type { WebhookEndpoint } from '../../../model/webhook/endpoint/endpoint.js';
import { signingKey } from '../../../model/webhook/receiver/secret.js';

const contextOf = (endpointId: string): string => `webhook/${endpointId}`;

export const sealSecret = (
  sealer: GuardedSealer,
  endpointId: string,
  secret: string,
): Promise<string> => sealer.seal(secret, contextOf(endpointId));

/** The secrets that were replaced and sign still, the last first. */
export const retiringAt = (
  { retiring = [] }: Pick<WebhookEndpoint, 'retiring'>,
  now: EpochMs,
): NonNullable<WebhookEndpoint['retiring']> => retiring.filter(({ until }) => until > now);

export const sealedSecret = ({
  endpointId,
  sealedSecret: sealed,
}: Pick<WebhookEndpoint, 'endpointId' | 'sealedSecret'>): SealedText => ({
  sealed,
  context: contextOf(endpointId),
});

/** The sealed secrets of an endpoint: its own, and those that were replaced and sign still, the last first. */
export const sealedSecretsAt = (
  endpoint: WebhookEndpoint,
  now: EpochMs,
): ReadonlyArray<SealedText> =>
  [endpoint, ...retiringAt(endpoint, now)].map((one) =>
    sealedSecret({ endpointId: endpoint.endpointId, sealedSecret: one.sealedSecret }),
  );

/**
 * The keys that sign for an endpoint: its own, and for a while after a rotation the one that it replaced.
 *
 * @throws when one does not open.
 */
export const keysOf = async (
  sealer: GuardedSealer,
  endpoint: WebhookEndpoint,
  now: EpochMs,
): Promise<ReadonlyArray<Uint8Array>> =>
  (await openAllKept(sealer, sealedSecretsAt(endpoint, now))).map(signingKey);
