import { E } from '../../../kernel/fp.js';
import type { UseCase } from '../../../kernel/use-case/use-case.js';
import { proposal } from '../../settings/proposal.js';
import type { TooManySettingsChanges } from '../../../model/settings/change/settings-change-errors.js';
import type { AwaitsApproval } from '../../../model/settings/change/settings-change-view.js';
import type { WebhookEndpoint } from '../../../model/webhook/endpoint/endpoint.js';
import { token } from '../../../kernel/token.js';
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

export const makeDeleteWebhookEndpoint = proposal(DeleteWebhookEndpoint, EndpointInput, {}, () => ({
  kind: deleteWebhookEndpointChange,
  want: async (stores, { tenant }, { endpointId }) => {
    const found = await foundEndpoint(stores, tenant, endpointId);
    return E.map(({ disabled }: WebhookEndpoint) => ({
      payload: { endpointId },
      waitsForNobody: disabled !== undefined,
      answer: () => ({}),
    }))(found);
  },
}));
