import { ActorInput } from '../../../model/access/actor-input.js';
import { E } from '../../../kernel/fp.js';
import type { ListUseCase } from '../../../kernel/use-case/use-case.js';
import { lookThrough } from '../../../storage/look.js';
import { token } from '../../../kernel/token.js';
import { endpointViewer, shownWithQueue, type WebhooksDenied } from './endpoint-person.js';
import type { WebhookEndpointView } from './endpoint-view.js';
import type { WebhookEndpoint } from '../../../model/webhook/endpoint/endpoint.js';

/** Every webhook endpoint of a corporate, oldest first, to a person who may look at settings or after webhooks. */
export type ListWebhookEndpoints = ListUseCase<
  ActorInput,
  WebhooksDenied,
  ReadonlyArray<WebhookEndpointView>
>;
export const ListWebhookEndpoints = token<ListWebhookEndpoints>('ListWebhookEndpoints');

const oldestFirst = (a: WebhookEndpoint, b: WebhookEndpoint): number =>
  a.createdAt - b.createdAt || (a.endpointId < b.endpointId ? -1 : 1);

export const makeListWebhookEndpoints = lookThrough(
  ListWebhookEndpoints,
  ActorInput,
  async (stores, tenant, { actorUserId }) => {
    const person = await endpointViewer(stores, tenant, actorUserId);
    if (E.isLeft(person)) return person;
    const all = [...(await stores.webhookEndpoints.of(tenant))].sort(oldestFirst);
    const shown: WebhookEndpointView[] = [];
    for (const endpoint of all) shown.push(await shownWithQueue(stores, tenant, endpoint));
    return E.right(shown);
  },
);
