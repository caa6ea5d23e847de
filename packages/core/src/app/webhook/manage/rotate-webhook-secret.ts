import { E } from '../../../kernel/fp.js';
import { useCase, type UseCase } from '../../../kernel/use-case/use-case.js';
import { Entropy } from '../../../ports/entropy.js';
import { GuardedSealer } from '../../../ports/guarded-sealer.js';
import { Storage } from '../../../storage/storage.js';
import { makeOrPropose, Proposing } from '../../settings/make-or-propose.js';
import type { TooManySettingsChanges } from '../../../model/settings/change/settings-change-errors.js';
import { awaits } from '../../../model/settings/change/settings-change-view.js';
import { recipe, token } from '../../../kernel/token.js';
import { sealSecret } from '../deliver/endpoint-keys.js';
import { rotateWebhookSecretChange } from './endpoint-changes.js';
import { EndpointInput } from './endpoint-input.js';
import { foundEndpoint, shownWithQueue, type EndpointDenied } from './endpoint-person.js';
import type { NewWebhookSecret } from './endpoint-view.js';
import { newSecret } from './new-endpoint.js';
import type { TooManyWebhookSecrets } from '../../../model/webhook/endpoint/webhook-errors.js';

type RotateWebhookSecretError = EndpointDenied | TooManyWebhookSecrets | TooManySettingsChanges;

/**
 * Makes the secret that takes the place of an endpoint's. The old one also signs for 24 h, even after further
 * rotations; a rotation that would leave more than three old ones is refused. That of an endpoint that is enabled
 * may have to wait for a second person: the 24 h begin at the approval then.
 */
export type RotateWebhookSecret = UseCase<
  EndpointInput,
  RotateWebhookSecretError,
  NewWebhookSecret
>;
export const RotateWebhookSecret = token<RotateWebhookSecret>('RotateWebhookSecret');

export const makeRotateWebhookSecret = recipe(
  RotateWebhookSecret,
  { Storage, Entropy, Sealer: GuardedSealer, Proposing },
  ({ storage, entropy, sealer, proposing }) =>
    useCase(EndpointInput, async (tenant, { actorUserId, endpointId }) => {
      const secret = newSecret(entropy);
      const sealedSecret = await sealSecret(sealer, endpointId, secret);
      return proposing(
        storage,
        { tenant, by: actorUserId, permissions: rotateWebhookSecretChange.permissions },
        async (stores, proposal) => {
          const endpoint = await foundEndpoint(stores, tenant, endpointId);
          if (E.isLeft(endpoint)) return endpoint;
          const before = endpoint.right;
          const payload = { endpoint: { endpointId, sealedSecret } };
          const asked = { ...proposal, waitsForNobody: before.disabled !== undefined };
          const kind = rotateWebhookSecretChange;
          const made = await makeOrPropose(stores, kind, payload, asked);
          if (E.isLeft(made)) return made;
          const after = await stores.webhookEndpoints.find(tenant, endpointId);
          const shown = await shownWithQueue(stores, tenant, after ?? before);
          return E.right({ secret, endpoint: shown, ...awaits(made.right) });
        },
      );
    }),
);
