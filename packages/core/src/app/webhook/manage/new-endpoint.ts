import type { RecordChanges } from '../../writer/changes.js';
import type { JsonObject } from '../../../kernel/codecs/json.js';
import type { Tenant } from '../../../kernel/values/tenant.js';
import type { EpochMs } from '../../../kernel/values/time.js';
import { UUID_ENTROPY_BYTES, uuidV7 } from '../../../kernel/values/uuid.js';
import type { Entropy } from '../../../ports/entropy.js';
import type { GuardedSealer } from '../../../ports/guarded-sealer.js';
import { newEndpointEntry } from '../deliver/endpoint-entry.js';
import { sealSecret } from '../deliver/endpoint-keys.js';
import type { WebhookEndpoint } from '../../../model/webhook/endpoint/endpoint.js';
import { SECRET_ENTROPY_BYTES, writeSecret } from '../../../model/webhook/receiver/secret.js';

export const newSecret = ({ bytes }: Entropy): string => writeSecret(bytes(SECRET_ENTROPY_BYTES));

/** The record of a new endpoint, under an id of its own. */
export const newEndpoint = async (
  { entropy, sealer }: { readonly entropy: Entropy; readonly sealer: GuardedSealer },
  tenant: Tenant,
  {
    terms: { url, eventTypes, description = '' },
    secret,
  }: {
    readonly terms: Pick<WebhookEndpoint, 'url' | 'eventTypes' | 'description'>;
    readonly secret: string;
  },
  now: EpochMs,
): Promise<WebhookEndpoint> => {
  const endpointId = `we_${uuidV7(now, entropy.bytes(UUID_ENTROPY_BYTES))}`;
  return {
    ...tenant,
    endpointId,
    url,
    eventTypes,
    ...(description !== '' && { description }),
    sealedSecret: await sealSecret(sealer, endpointId, secret),
    createdAt: now,
  };
};

/** What adding endpoints changes: they get the events from now on. */
export const addingEndpoints = (
  tenant: Tenant,
  endpoints: ReadonlyArray<WebhookEndpoint>,
  actor: string,
  more: JsonObject = {},
): RecordChanges => ({
  saves: [
    async ({ webhookEndpoints, deliveries, events }) => {
      if (endpoints.length === 0) return;
      const position = await events.lastPosition(tenant);
      await webhookEndpoints.put(endpoints);
      for (const { endpointId } of endpoints)
        await deliveries.putProgress({ tenant, endpointId, position, slow: false });
    },
  ],
  entries: endpoints.map((endpoint) => newEndpointEntry(endpoint, actor, more)),
});
