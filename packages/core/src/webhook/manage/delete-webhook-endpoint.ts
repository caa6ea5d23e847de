import { E } from '../../kernel/fp.js';
import { useCase, type UseCase } from '../../kernel/use-case/use-case.js';
import type { Clock } from '../../ports/clock.js';
import type { Entropy } from '../../ports/entropy.js';
import type { Storage } from '../../storage/storage.js';
import type { MailAdministrators } from '../../settings/mail-administrators.js';
import { makeOrPropose, settingsChangeId } from '../../settings/make-or-propose.js';
import type { TooManySettingsChanges } from '../../settings/change/settings-change-errors.js';
import { atomicallyNoted } from '../../settings/settings-notice.js';
import {
  awaits,
  type AwaitsApproval,
  type SettingsChangeView,
} from '../../settings/change/settings-change-view.js';
import { token } from '../../kernel/token.js';
import { deleteWebhookEndpointChange } from './endpoint-changes.js';
import { EndpointInput } from './endpoint-input.js';
import { endpointToChange, type EndpointDenied } from './endpoint-person.js';

export type DeleteWebhookEndpointError = EndpointDenied | TooManySettingsChanges;

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

export const makeDeleteWebhookEndpoint = (
  storage: Storage,
  clock: Clock,
  entropy: Entropy,
  mailAdministrators: MailAdministrators,
): DeleteWebhookEndpoint =>
  useCase(EndpointInput, async (tenant, { actorUserId, endpointId }) => {
    const at = clock.now();
    const proposal = { by: actorUserId, at, changeId: settingsChangeId(clock, entropy) };
    // What a unit answers under an idempotency key is kept as JSON, which has no undefined.
    const deleted = await atomicallyNoted<DeleteWebhookEndpointError, SettingsChangeView | null>(
      storage,
      mailAdministrators,
      async (stores, note) => {
        const endpoint = await endpointToChange(stores, tenant, actorUserId, endpointId);
        if (E.isLeft(endpoint)) return endpoint;
        const payload = { endpointId };
        const made = await makeOrPropose(stores, tenant, deleteWebhookEndpointChange, payload, {
          ...proposal,
          note,
          isFree: endpoint.right.disabled !== undefined,
        });
        return E.isLeft(made) ? made : E.right(made.right ?? null);
      },
    );
    return E.isLeft(deleted) ? deleted : E.right(awaits(deleted.right ?? undefined));
  });
