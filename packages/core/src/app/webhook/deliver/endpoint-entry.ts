import type { JournalEntry, NextEntry } from '../../../model/journal/entry/entry.js';
import type { JsonObject } from '../../../kernel/codecs/json.js';
import { tenantOf } from '../../../kernel/values/tenant.js';
import type { WebhookEndpoint } from '../../../model/webhook/endpoint/endpoint.js';

type EndpointStatus = 'enabled' | 'disabled' | 'deleted';

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

/** The entry that follows what the journal has of an endpoint. */
export const nextEndpointEntry = (
  endpoint: WebhookEndpoint,
  next: Pick<NextEntry, 'at' | 'actor' | 'changes'> & { readonly to: EndpointStatus },
): NextEntry => ({
  ...subjectOf(endpoint),
  ...next,
});

const subjectOf = (endpoint: WebhookEndpoint) =>
  ({
    tenant: tenantOf(endpoint),
    subjectKind: 'webhook_endpoint',
    subjectId: endpoint.endpointId,
  }) as const;
