import type * as t from 'io-ts';
import { ActorInput } from '../../../model/access/actor-input.js';
import { E } from '../../../kernel/fp.js';
import type { InvalidInput } from '../../../kernel/codecs/decode.js';
import { record } from '../../../kernel/codecs/record.js';
import type { UseCase } from '../../../kernel/use-case/use-case.js';
import { Clock } from '../../../ports/clock.js';
import { Entropy } from '../../../ports/entropy.js';
import { GuardedSealer } from '../../../ports/guarded-sealer.js';
import { Storage } from '../../../storage/storage.js';
import { WebhookSender } from '../../../ports/webhook-sender.js';
import { proposal } from '../../settings/proposal.js';
import type { TooManySettingsChanges } from '../../../model/settings/change/settings-change-errors.js';
import { token } from '../../../kernel/token.js';
import { createWebhookEndpointChange } from './endpoint-changes.js';
import { webhookPerson, type WebhooksDenied } from './endpoint-person.js';
import { checkUrl, NewWebhookEndpoint } from './endpoint-request.js';
import { webhookEndpointView, type NewWebhookSecret } from './endpoint-view.js';
import { newEndpoint, newSecret } from './new-endpoint.js';
import type { TooManyWebhookEndpoints } from '../../../model/webhook/endpoint/webhook-errors.js';

const CreateWebhookEndpointInput = record(
  'CreateWebhookEndpointInput',
  { ...ActorInput.required, ...NewWebhookEndpoint.required },
  NewWebhookEndpoint.optional,
);
type CreateWebhookEndpointInput = t.TypeOf<typeof CreateWebhookEndpointInput>;

type CreateWebhookEndpointError =
  | WebhooksDenied
  | InvalidInput
  | TooManyWebhookEndpoints
  | TooManySettingsChanges;

/**
 * Registers an endpoint, which hears of what happens from then on, and makes its secret (§6). A URL that nothing
 * would be sent to is refused. It may have to wait for a second person.
 */
export type CreateWebhookEndpoint = UseCase<
  CreateWebhookEndpointInput,
  CreateWebhookEndpointError,
  NewWebhookSecret
>;
export const CreateWebhookEndpoint = token<CreateWebhookEndpoint>('CreateWebhookEndpoint');

export const makeCreateWebhookEndpoint = proposal(
  CreateWebhookEndpoint,
  CreateWebhookEndpointInput,
  { Storage, Clock, Entropy, Sealer: GuardedSealer, Sender: WebhookSender },
  ({ storage, clock, entropy, sealer, sender }) => ({
    kind: createWebhookEndpointChange,
    prepare: async (tenant, { actorUserId, ...terms }) => {
      // Only these people may make the service resolve a host name.
      const asked = await storage.read((stores) => webhookPerson(stores, tenant, actorUserId));
      if (E.isLeft(asked)) return asked;
      const url = await checkUrl(sender, terms.url);
      if (E.isLeft(url)) return url;
      const secret = newSecret(entropy);
      const made = { terms, secret };
      return E.right({
        secret,
        endpoint: await newEndpoint({ entropy, sealer }, tenant, made, clock.now()),
      });
    },
    want: async (_stores, { at: createdAt }, _input, { secret, endpoint: prepared }) => {
      const endpoint = { ...prepared, createdAt };
      const shown = webhookEndpointView(endpoint, { waiting: 0, dead: 0 });
      return E.right({ payload: { endpoint }, answer: () => ({ secret, endpoint: shown }) });
    },
  }),
);
