import { E } from '../../../kernel/fp.js';
import type { UseCase } from '../../../kernel/use-case/use-case.js';
import { proposal, PROPOSING } from '../../settings/proposal.js';
import type { TooManySettingsChanges } from '../../../model/settings/change/settings-change-errors.js';
import {
  awaits,
  type AwaitsApproval,
  type SettingsChangeView,
} from '../../../model/settings/change/settings-change-view.js';
import type { WebhookEndpoint } from '../../../model/webhook/endpoint/endpoint.js';
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

const deleting = proposal(DeleteWebhookEndpoint, EndpointInput, {}, () => ({
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

/** Reads an answer that an older version has kept under a key: null, or the change that waits by itself. */
const readKept = (kept: AwaitsApproval | SettingsChangeView | null): AwaitsApproval => {
  if (kept === null) return {};
  return 'changeId' in kept ? awaits(kept) : kept;
};

export const makeDeleteWebhookEndpoint = recipe(DeleteWebhookEndpoint, PROPOSING, (ports) => {
  const run = deleting(ports);
  return async (tenant, input) => E.map(readKept)(await run(tenant, input));
});
