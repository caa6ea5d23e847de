import { DutyParts } from '../../duty/duty-parts.js';
import type { Duty } from '../../duty/duty.js';
import { Entropy } from '../../ports/entropy.js';
import { GuardedSealer } from '../../ports/guarded-sealer.js';
import { Pacer } from '../../ports/pacer.js';
import { WebhookSender } from '../../ports/webhook-sender.js';
import { recipe, token } from '../../kernel/token.js';
import { deliveryDuty } from './delivery-duty.js';

/**
 * The duty that delivers events to webhook endpoints, each at its own pace: an endpoint is one item of work, so
 * that one which is slow or dead delays no other. At least once: what a worker that died had sent and not
 * recorded is sent again, under the same `webhook-id`. An endpoint that is slow, fails, or whose worker died
 * falls to {@link DeliverSlowly}.
 */
export type DeliverWebhooks = Duty;
export const DeliverWebhooks = token<DeliverWebhooks>('DeliverWebhooks');

/** The delivery duty for endpoints that are slow or fail, so that they hold up only one another. */
export type DeliverSlowly = Duty;
export const DeliverSlowly = token<DeliverSlowly>('DeliverSlowly');

export const makeDeliverWebhooks = recipe(
  DeliverWebhooks,
  { Parts: DutyParts, Entropy, Sealer: GuardedSealer, Sender: WebhookSender, Pacer },
  ({ parts, entropy, sealer, sender, pacer }) =>
    deliveryDuty(
      { ...parts, entropy, sealer, sender, pacer },
      { name: 'deliver-webhooks', lanes: 4, chunk: 16 },
    ),
);

export const makeDeliverSlowly = recipe(
  DeliverSlowly,
  { Parts: DutyParts, Entropy, Sealer: GuardedSealer, Sender: WebhookSender, Pacer },
  ({ parts, entropy, sealer, sender, pacer }) =>
    deliveryDuty(
      { ...parts, entropy, sealer, sender, pacer },
      { name: 'deliver-slowly', lanes: 4, chunk: 8 },
    ),
);
