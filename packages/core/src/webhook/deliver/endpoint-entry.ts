import type { JournalEntry } from '../../journal/entry/entry.js';
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

/** Appends the entry that follows what the journal has of an endpoint already; answers its sequence. */
export const journalEndpoint = async (
  { journal }: Stores,
  endpoint: WebhookEndpoint,
  next: {
    readonly to: EndpointStatus;
    readonly at: EpochMs;
    readonly actor: string;
    readonly changes: JsonObject;
  },
): Promise<number> => {
  const subject = subjectOf(endpoint);
  const last = await journal.last(subject.tenant, subject.subjectId);
  const sequence = (last?.sequence ?? 0) + 1;
  await journal.append([
    { ...subject, sequence, ...(last !== undefined && { from: last.to }), ...next },
  ]);
  return sequence;
};

const subjectOf = ({ bankTenantId, corporateTenantId, endpointId }: WebhookEndpoint) =>
  ({
    tenant: { bankTenantId, corporateTenantId },
    subjectKind: 'webhook_endpoint',
    subjectId: endpointId,
  }) as const;
