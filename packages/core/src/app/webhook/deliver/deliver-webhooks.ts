import type { Duty } from '../../duty/duty.js';
import { token } from '../../../kernel/token.js';
import { deliveryDuty } from './delivery-duty.js';

/**
 * The duty that delivers events to webhook endpoints, each at its own pace: an endpoint is one item of work, so
 * that one which is slow or dead delays no other. At least once: what a worker that died had sent and not
 * recorded is sent again, under the same `webhook-id`. An endpoint that is slow, fails, or whose worker died
 * falls to {@link DeliverSlowly}, and holds a lane for no longer than a second until then.
 */
export type DeliverWebhooks = Duty;
export const DeliverWebhooks = token<DeliverWebhooks>('DeliverWebhooks');

/** The delivery duty for endpoints that are slow or fail, so that they hold up only one another. */
export type DeliverSlowly = Duty;
export const DeliverSlowly = token<DeliverSlowly>('DeliverSlowly');

export const makeDeliverWebhooks = deliveryDuty(DeliverWebhooks, {
  name: 'deliver-webhooks',
  lanes: 4,
  chunk: 16,
});

export const makeDeliverSlowly = deliveryDuty(DeliverSlowly, {
  name: 'deliver-slowly',
  lanes: 4,
  chunk: 8,
});
