import { E } from '../../../kernel/fp.js';
import type { UseCase } from '../../../kernel/use-case/use-case.js';
import { look } from '../../../storage/look.js';
import { token } from '../../../kernel/token.js';
import {
  endpointViewer,
  foundEndpoint,
  shownWithQueue,
  type EndpointDenied,
} from './endpoint-person.js';
import { EndpointInput } from './endpoint-input.js';
import type { WebhookEndpointView } from './endpoint-view.js';

/**
 * Returns a webhook endpoint and the number of deliveries that wait for it, to a person who may look at settings or
 * after webhooks.
 */
export type GetWebhookEndpoint = UseCase<EndpointInput, EndpointDenied, WebhookEndpointView>;
export const GetWebhookEndpoint = token<GetWebhookEndpoint>('GetWebhookEndpoint');

export const makeGetWebhookEndpoint = look(
  GetWebhookEndpoint,
  EndpointInput,
  async (stores, tenant, { actorUserId, endpointId }) => {
    const person = await endpointViewer(stores, tenant, actorUserId);
    if (E.isLeft(person)) return person;
    const endpoint = await foundEndpoint(stores, tenant, endpointId);
    return E.isLeft(endpoint)
      ? endpoint
      : E.right(await shownWithQueue(stores, tenant, endpoint.right));
  },
);
