import { E } from '../fp.js';
import type { InvalidInput } from '../kernel/decode.js';
import type { UserId } from '../kernel/ids.js';
import type { Tenant } from '../kernel/tenant.js';
import type { Clock } from '../ports/clock.js';
import type { Entropy } from '../ports/entropy.js';
import type { Sealer } from '../ports/sealer.js';
import type { Storage } from '../ports/storage.js';
import type { WebhookSender } from '../ports/webhook-sender.js';
import { token } from '../wiring/token.js';
import { webhookPerson, type WebhooksDenied } from './endpoint-person.js';
import { checkUrl, type NewWebhookEndpoint } from './endpoint-request.js';
import { webhookEndpointView, type ToldSecret } from './endpoint-view.js';
import { addEndpoints, newEndpoint, newSecret } from './new-endpoint.js';
import { TooManyWebhookEndpoints } from './webhook-errors.js';

export type CreateWebhookEndpointInput = NewWebhookEndpoint & { readonly actorUserId: UserId };

export type CreateWebhookEndpointError = WebhooksDenied | InvalidInput | TooManyWebhookEndpoints;

const ENDPOINTS_MAX = 100;

/**
 * Registers an endpoint, which hears of what happens from then on, and makes its secret. A URL that nothing
 * would be sent to is refused.
 */
export type CreateWebhookEndpoint = (
  tenant: Tenant,
  input: CreateWebhookEndpointInput,
) => Promise<E.Either<CreateWebhookEndpointError, ToldSecret>>;
export const CreateWebhookEndpoint = token<CreateWebhookEndpoint>('CreateWebhookEndpoint');

export const makeCreateWebhookEndpoint =
  (
    storage: Storage,
    clock: Clock,
    entropy: Entropy,
    sealer: Sealer,
    sender: WebhookSender,
  ): CreateWebhookEndpoint =>
  async (tenant, { actorUserId, ...terms }) => {
    // Nobody else has names looked up here.
    const asked = await storage.read((stores) => webhookPerson(stores, tenant, actorUserId));
    if (E.isLeft(asked)) return asked;
    const url = await checkUrl(sender, terms.url);
    if (E.isLeft(url)) return url;

    const secret = newSecret(entropy);
    const endpoint = newEndpoint({ entropy, sealer }, tenant, terms, secret, clock.now());
    return storage.atomically<CreateWebhookEndpointError, ToldSecret>(async (stores) => {
      // Whoever else changes endpoints of this corporate waits from here on.
      await stores.tenancy.holdCorporate(tenant);
      const person = await webhookPerson(stores, tenant, actorUserId);
      if (E.isLeft(person)) return person;
      if ((await stores.webhookEndpoints.of(tenant)).length >= ENDPOINTS_MAX)
        return E.left(TooManyWebhookEndpoints(ENDPOINTS_MAX));
      await addEndpoints(stores, tenant, [endpoint], actorUserId);
      return E.right({ secret, endpoint: webhookEndpointView(endpoint, { waiting: 0, dead: 0 }) });
    });
  };
