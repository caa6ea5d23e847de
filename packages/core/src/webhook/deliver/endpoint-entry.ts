import { following, type JournalEntry, type NextEntry } from '../../journal/entry/entry.js';
import type { JsonObject } from '../../kernel/codecs/json.js';
import type { EpochMs } from '../../kernel/values/time.js';
import type { Stores } from '../../storage/storage.js';
import type { WebhookEndpoint } from '../endpoint/endpoint.js';

/** Where an endpoint is after a change of it. */
type EndpointStatus = 'enabled' | 'disabled' | 'deleted';

/** The journal entry of a new endpoint. */
export const newEndpointEntry = (
  endpoint: WebhookEndpoint,
  actor: string,
  more: JsonObject = {},
): JournalEntry => ({
  ...subjectOf(endpoint),
  sequence: 1,
  to: 'enabled',
  at: endpoint.createdAt,
  actor,
  changes: {
    url: endpoint.url,
    eventTypes: endpoint.eventTypes,
    ...(endpoint.description !== undefined && { description: endpoint.description }),
    ...more,
  },
});

interface NextOfEndpoint {
  readonly to: EndpointStatus;
  readonly at: EpochMs;
  readonly actor: string;
  readonly changes: JsonObject;
}

/** The entry that follows what the journal has of an endpoint. */
export const nextEndpointEntry = (endpoint: WebhookEndpoint, next: NextOfEndpoint): NextEntry => ({
  ...subjectOf(endpoint),
  ...next,
});

/** Appends the entry that follows what the journal has of an endpoint already; answers its sequence. */
export const journalEndpoint = async (
  { journal }: Stores,
  endpoint: WebhookEndpoint,
  next: NextOfEndpoint,
): Promise<number> => {
  const entry = nextEndpointEntry(endpoint, next);
  const said = following(await journal.last(entry.tenant, entry.subjectId), entry);
  await journal.append([said]);
  return said.sequence;
};

const subjectOf = ({ bankTenantId, corporateTenantId, endpointId }: WebhookEndpoint) =>
  ({
    tenant: { bankTenantId, corporateTenantId },
    subjectKind: 'webhook_endpoint',
    subjectId: endpointId,
  }) as const;
