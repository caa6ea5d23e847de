import { E } from '../fp.js';
import type { UserId } from '../kernel/ids.js';
import type { Tenant } from '../kernel/tenant.js';
import type { Storage } from '../ports/storage.js';
import { token } from '../wiring/token.js';
import { endpointFor, shownWithQueue, type EndpointDenied } from './endpoint-person.js';
import type { WebhookEndpointView } from './endpoint-view.js';

/** One webhook endpoint, with how much waits for it. */
export type GetWebhookEndpoint = (
  tenant: Tenant,
  input: { readonly actorUserId: UserId; readonly endpointId: string },
) => Promise<E.Either<EndpointDenied, WebhookEndpointView>>;
export const GetWebhookEndpoint = token<GetWebhookEndpoint>('GetWebhookEndpoint');

export const makeGetWebhookEndpoint =
  (storage: Storage): GetWebhookEndpoint =>
  (tenant, { actorUserId, endpointId }) =>
    storage.read<E.Either<EndpointDenied, WebhookEndpointView>>(async (stores) => {
      const endpoint = await endpointFor(stores, tenant, actorUserId, endpointId);
      return E.isLeft(endpoint)
        ? endpoint
        : E.right(await shownWithQueue(stores, tenant, endpoint.right));
    });
