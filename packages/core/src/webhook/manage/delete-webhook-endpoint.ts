import { E } from '../../kernel/fp.js';
import { useCase, type UseCase } from '../../kernel/use-case/use-case.js';
import type { Clock } from '../../ports/clock.js';
import type { Storage } from '../../storage/storage.js';
import { token } from '../../kernel/token.js';
import { journalEndpoint } from '../deliver/endpoint-entry.js';
import { EndpointInput } from './endpoint-input.js';
import { endpointToChange, type EndpointDenied } from './endpoint-person.js';

/** Deletes an endpoint with its queue and its attempts. A delivery in progress may still arrive. */
export type DeleteWebhookEndpoint = UseCase<EndpointInput, EndpointDenied, undefined>;
export const DeleteWebhookEndpoint = token<DeleteWebhookEndpoint>('DeleteWebhookEndpoint');

export const makeDeleteWebhookEndpoint = (storage: Storage, clock: Clock): DeleteWebhookEndpoint =>
  useCase(EndpointInput, async (tenant, { actorUserId, endpointId }) => {
    // What a unit answers under an idempotency key is kept as JSON, which has no undefined.
    const deleted = await storage.atomically<EndpointDenied, null>(async (stores) => {
      const endpoint = await endpointToChange(stores, tenant, actorUserId, endpointId);
      if (E.isLeft(endpoint)) return endpoint;
      // First, so that a running delivery records nothing after the deletion.
      await stores.work.drop(tenant, [endpointId]);
      await stores.webhookEndpoints.remove(tenant, endpointId);
      await stores.deliveries.forget(tenant, endpointId);
      const next = { to: 'deleted', at: clock.now(), actor: actorUserId, changes: {} } as const;
      await journalEndpoint(stores, endpoint.right, next);
      return E.right(null);
    });
    return E.isLeft(deleted) ? deleted : E.right(undefined);
  });
