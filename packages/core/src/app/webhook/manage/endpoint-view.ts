import * as t from 'io-ts';
import { about, documented } from '../../../kernel/codecs/documented.js';
import { describedRecord, shownAs } from '../../../kernel/codecs/record.js';
import { EpochMs } from '../../../kernel/values/time.js';
import { Url } from '../../../kernel/values/url.js';
import { Whole } from '../../../kernel/values/whole.js';
import type { AwaitsApproval } from '../../../model/settings/change/settings-change-view.js';
import type { QueueTally } from '../../../storage/delivery-store.js';
import type { WebhookEndpoint } from '../../../model/webhook/endpoint/endpoint.js';

/** No count of an endpoint's queue goes beyond this. */
export const QUEUE_LOOK_MAX = 10_000;

/** An endpoint as people see it: never its secret. Times in epoch ms. */
export const WebhookEndpointView = describedRecord(
  'WebhookEndpoint',
  'A webhook endpoint, without its secret.',
  {
    endpointId: t.string,
    url: Url,
    eventTypes: t.readonlyArray(t.string),
    status: t.keyof({ enabled: null, disabled: null }),
    createdAt: EpochMs,
    queue: documented(
      t.strict(
        {
          waiting: about(Whole, 'Deliveries that wait for a retry.'),
          dead: about(
            Whole,
            'Deliveries that failed their last attempt. A replay sends them again.',
          ),
        },
        'WebhookQueue',
      ),
      { description: `Counted up to ${String(QUEUE_LOOK_MAX)}.` },
    ),
  },
  {
    description: t.string,
    disabledBy: about(
      t.keyof({ gone: null, failing: null, person: null }),
      'Why the endpoint is disabled: it answered 410, it failed for five days, or a user or the bank disabled it.',
    ),
    disabledAt: EpochMs,
    oldSecretUntil: about(EpochMs, 'When the previous secret expires. Epoch milliseconds.'),
  },
);
export type WebhookEndpointView = t.TypeOf<typeof WebhookEndpointView>;

/** A secret, at the only time that anybody sees it, its endpoint, and the change that waits, where it does. */
export interface NewWebhookSecret extends AwaitsApproval {
  /** `whsec_…` */
  readonly secret: string;
  readonly endpoint: WebhookEndpointView;
}

export const webhookEndpointView = (
  endpoint: WebhookEndpoint,
  queue: QueueTally,
): WebhookEndpointView =>
  shownAs(WebhookEndpointView, {
    ...endpoint,
    status: endpoint.disabled === undefined ? 'enabled' : 'disabled',
    queue,
    disabledBy: endpoint.disabled?.by,
    disabledAt: endpoint.disabled?.at,
    oldSecretUntil: endpoint.retiring?.[0]?.until,
  });
