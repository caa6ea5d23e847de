import { E } from '../../kernel/fp.js';
import { useCase, type UseCase } from '../../kernel/use-case/use-case.js';
import { DAY } from '../../kernel/values/time.js';
import type { Clock } from '../../ports/clock.js';
import type { Entropy } from '../../ports/entropy.js';
import type { GuardedSealer } from '../../secrets/guarded-sealer.js';
import type { Storage } from '../../storage/storage.js';
import { token } from '../../kernel/token.js';
import { journalEndpoint } from '../deliver/endpoint-entry.js';
import { retiringAt, sealSecret } from '../deliver/endpoint-keys.js';
import { EndpointInput } from './endpoint-input.js';
import { endpointToChange, shownWithQueue, type EndpointDenied } from './endpoint-person.js';
import type { NewWebhookSecret } from './endpoint-view.js';
import { newSecret } from './new-endpoint.js';
import { TooManyWebhookSecrets } from '../endpoint/webhook-errors.js';

/** How long a secret that was replaced signs too. */
const BOTH_SIGN = DAY;

/** How many secrets that were replaced sign at once: each is one more signature on every delivery. */
const RETIRING_MAX = 3;

export type RotateWebhookSecretError = EndpointDenied | TooManyWebhookSecrets;

/**
 * Makes the secret that takes the place of an endpoint's. The old one also signs for 24 h, even after further
 * rotations; a rotation that would leave more than three old ones is refused.
 */
export type RotateWebhookSecret = UseCase<
  EndpointInput,
  RotateWebhookSecretError,
  NewWebhookSecret
>;
export const RotateWebhookSecret = token<RotateWebhookSecret>('RotateWebhookSecret');

export const makeRotateWebhookSecret = (
  storage: Storage,
  clock: Clock,
  entropy: Entropy,
  sealer: GuardedSealer,
): RotateWebhookSecret =>
  useCase(EndpointInput, async (tenant, { actorUserId, endpointId }) => {
    const secret = newSecret(entropy);
    const sealedSecret = await sealSecret(sealer, endpointId, secret);
    return storage.atomically<RotateWebhookSecretError, NewWebhookSecret>(async (stores) => {
      const endpoint = await endpointToChange(stores, tenant, actorUserId, endpointId);
      if (E.isLeft(endpoint)) return endpoint;
      const at = clock.now();
      const until = at + BOTH_SIGN;
      const older = retiringAt(endpoint.right, at);
      const first = older[RETIRING_MAX - 1];
      if (first !== undefined) return E.left(TooManyWebhookSecrets(first.until));
      const next = {
        ...endpoint.right,
        sealedSecret,
        retiring: [{ sealedSecret: endpoint.right.sealedSecret, until }, ...older],
      };
      await stores.webhookEndpoints.put([next]);
      await journalEndpoint(stores, next, {
        to: next.disabled === undefined ? 'enabled' : 'disabled',
        at,
        actor: actorUserId,
        changes: { oldSecretUntil: until },
      });
      return E.right({ secret, endpoint: await shownWithQueue(stores, tenant, next) });
    });
  });
