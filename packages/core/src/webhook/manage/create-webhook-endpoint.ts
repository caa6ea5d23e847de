import type * as t from 'io-ts';
import { ActorInput } from '../../access/actor-input.js';
import { E } from '../../kernel/fp.js';
import type { InvalidInput } from '../../kernel/codecs/decode.js';
import { record } from '../../kernel/codecs/record.js';
import { useCase, type UseCase } from '../../kernel/use-case/use-case.js';
import type { Clock } from '../../ports/clock.js';
import type { Entropy } from '../../ports/entropy.js';
import type { GuardedSealer } from '../../secrets/guarded-sealer.js';
import type { Storage } from '../../storage/storage.js';
import type { WebhookSender } from '../../ports/webhook-sender.js';
import type { MailAdministrators } from '../../settings/mail-administrators.js';
import { makeOrPropose, settingsChangeId } from '../../settings/make-or-propose.js';
import type { TooManySettingsChanges } from '../../settings/change/settings-change-errors.js';
import { atomicallyNoted } from '../../settings/settings-notice.js';
import { awaits } from '../../settings/change/settings-change-view.js';
import { token } from '../../kernel/token.js';
import { createWebhookEndpointChange } from './endpoint-changes.js';
import { webhookPerson, type WebhooksDenied } from './endpoint-person.js';
import { checkUrl, NewWebhookEndpoint } from './endpoint-request.js';
import { webhookEndpointView, type NewWebhookSecret } from './endpoint-view.js';
import { newEndpoint, newSecret } from './new-endpoint.js';
import type { TooManyWebhookEndpoints } from '../endpoint/webhook-errors.js';

const CreateWebhookEndpointInput = record(
  'CreateWebhookEndpointInput',
  { ...ActorInput.required, ...NewWebhookEndpoint.required },
  NewWebhookEndpoint.optional,
);
type CreateWebhookEndpointInput = t.TypeOf<typeof CreateWebhookEndpointInput>;

export type CreateWebhookEndpointError =
  WebhooksDenied | InvalidInput | TooManyWebhookEndpoints | TooManySettingsChanges;

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

export const makeCreateWebhookEndpoint = (
  storage: Storage,
  clock: Clock,
  entropy: Entropy,
  sealer: GuardedSealer,
  sender: WebhookSender,
  mailAdministrators: MailAdministrators,
): CreateWebhookEndpoint =>
  useCase(CreateWebhookEndpointInput, async (tenant, { actorUserId, ...terms }) => {
    // Only these people may make the service resolve a host name.
    const asked = await storage.read((stores) => webhookPerson(stores, tenant, actorUserId));
    if (E.isLeft(asked)) return asked;
    const url = await checkUrl(sender, terms.url);
    if (E.isLeft(url)) return url;

    const secret = newSecret(entropy);
    const at = clock.now();
    const endpoint = await newEndpoint({ entropy, sealer }, tenant, terms, secret, at);
    const changeId = settingsChangeId(clock, entropy);
    return atomicallyNoted<CreateWebhookEndpointError, NewWebhookSecret>(
      storage,
      mailAdministrators,
      async (stores, note) => {
        // From here on, other changes to endpoints of this corporate wait.
        await stores.tenancy.holdCorporate(tenant);
        const person = await webhookPerson(stores, tenant, actorUserId);
        if (E.isLeft(person)) return person;
        const payload = { endpoint };
        const proposal = { by: actorUserId, at, changeId, note };
        const made = await makeOrPropose(
          stores,
          tenant,
          createWebhookEndpointChange,
          payload,
          proposal,
        );
        if (E.isLeft(made)) return made;
        const shown = webhookEndpointView(endpoint, { waiting: 0, dead: 0 });
        return E.right({ secret, endpoint: shown, ...awaits(made.right) });
      },
    );
  });
