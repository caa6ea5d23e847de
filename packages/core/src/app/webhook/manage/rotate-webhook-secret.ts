import { E } from '../../../kernel/fp.js';
import type { UseCase } from '../../../kernel/use-case/use-case.js';
import { Entropy } from '../../../ports/entropy.js';
import { GuardedSealer } from '../../../ports/guarded-sealer.js';
import { proposal } from '../../settings/proposal.js';
import type { TooManySettingsChanges } from '../../../model/settings/change/settings-change-errors.js';
import type { WebhookEndpoint } from '../../../model/webhook/endpoint/endpoint.js';
import { token } from '../../../kernel/token.js';
import { sealSecret } from '../deliver/endpoint-keys.js';
import { rotateWebhookSecretChange } from './endpoint-changes.js';
import { EndpointInput } from './endpoint-input.js';
import { foundEndpoint, shownAgain, type EndpointDenied } from './endpoint-person.js';
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

export const makeRotateWebhookSecret = proposal(
  RotateWebhookSecret,
  EndpointInput,
  { Entropy, Sealer: GuardedSealer },
  ({ entropy, sealer }) => ({
    kind: rotateWebhookSecretChange,
    prepare: async (_tenant, { endpointId }) => {
      const secret = newSecret(entropy);
      return E.right({ secret, sealedSecret: await sealSecret(sealer, endpointId, secret) });
    },
    want: async (stores, { tenant }, { endpointId }, { secret, sealedSecret }) => {
      const found = await foundEndpoint(stores, tenant, endpointId);
      return E.map((before: WebhookEndpoint) => ({
        payload: { endpoint: { endpointId, sealedSecret } },
        waitsForNobody: before.disabled !== undefined,
        answer: async () => ({ secret, endpoint: await shownAgain(stores, tenant, before) }),
      }))(found);
    },
  }),
);
