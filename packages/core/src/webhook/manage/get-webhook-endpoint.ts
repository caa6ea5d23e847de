import { E } from '../../kernel/fp.js';
import type { UserId } from '../../kernel/values/ids.js';
import type { Tenant } from '../../kernel/values/tenant.js';
import type { Storage } from '../../storage/storage.js';
import { token } from '../../kernel/token.js';
import { endpointFor, shownWithQueue, type EndpointDenied } from './endpoint-person.js';
import type { WebhookEndpointView } from './endpoint-view.js';

/** Returns a webhook endpoint and the number of deliveries that wait for it. */
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
