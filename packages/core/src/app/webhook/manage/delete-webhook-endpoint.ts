import { E } from '../../../kernel/fp.js';
import { useCase, type UseCase } from '../../../kernel/use-case/use-case.js';
import { Storage } from '../../../storage/storage.js';
import { makeOrPropose, Proposing } from '../../settings/make-or-propose.js';
import type { TooManySettingsChanges } from '../../../model/settings/change/settings-change-errors.js';
import {
  awaits,
  type AwaitsApproval,
  type SettingsChangeView,
} from '../../../model/settings/change/settings-change-view.js';
import { recipe, token } from '../../../kernel/token.js';
import { deleteWebhookEndpointChange } from './endpoint-changes.js';
import { EndpointInput } from './endpoint-input.js';
import { foundEndpoint, type EndpointDenied } from './endpoint-person.js';

type DeleteWebhookEndpointError = EndpointDenied | TooManySettingsChanges;

/**
 * Deletes an endpoint with its queue and its attempts. A delivery in progress may still arrive. The deletion of an
 * endpoint that is enabled may have to wait for a second person.
 */
export type DeleteWebhookEndpoint = UseCase<
  EndpointInput,
  DeleteWebhookEndpointError,
  AwaitsApproval
>;
export const DeleteWebhookEndpoint = token<DeleteWebhookEndpoint>('DeleteWebhookEndpoint');

export const makeDeleteWebhookEndpoint = recipe(
  DeleteWebhookEndpoint,
  { Storage, Proposing },
  ({ storage, proposing }) =>
    useCase(EndpointInput, async (tenant, { actorUserId, endpointId }) => {
      // What a unit answers under an idempotency key is kept as JSON, which has no undefined.
      const deleted = await proposing<DeleteWebhookEndpointError, SettingsChangeView | null>(
        storage,
        { tenant, by: actorUserId, permissions: deleteWebhookEndpointChange.permissions },
        async (stores, proposal) => {
          const endpoint = await foundEndpoint(stores, tenant, endpointId);
          if (E.isLeft(endpoint)) return endpoint;
          const waitsForNobody = endpoint.right.disabled !== undefined;
          const kind = deleteWebhookEndpointChange;
          const asked = { ...proposal, waitsForNobody };
          const made = await makeOrPropose(stores, kind, { endpointId }, asked);
          return E.isLeft(made) ? made : E.right(made.right ?? null);
        },
      );
      return E.isLeft(deleted) ? deleted : E.right(awaits(deleted.right ?? undefined));
    }),
);
