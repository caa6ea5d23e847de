import * as t from 'io-ts';
import { E } from '../../../kernel/fp.js';
import {
  CursorRequest,
  placeCursors,
  placedPage,
  type CursorPage,
  type InvalidCursor,
} from '../../../kernel/values/cursor.js';
import { about } from '../../../kernel/codecs/documented.js';
import { describedRecord, record, shownAs } from '../../../kernel/codecs/record.js';
import type { ListUseCase } from '../../../kernel/use-case/use-case.js';
import { EpochMs } from '../../../kernel/values/time.js';
import { Whole } from '../../../kernel/values/whole.js';
import { sealedList } from '../../../storage/sealed-list.js';
import { token } from '../../../kernel/token.js';
import type { DeliveryAttempt, PlacedAttempt } from '../../../model/webhook/endpoint/delivery.js';
import { EndpointInput } from './endpoint-input.js';
import { endpointFor, type EndpointDenied } from './endpoint-person.js';

/** One attempt to deliver one event, as people see it. */
export const WebhookDelivery = describedRecord(
  'WebhookDelivery',
  'One attempt to deliver one event to one endpoint.',
  {
    eventId: about(t.string, 'The `webhook-id` of the attempt.'),
    type: t.string,
    attempt: about(Whole, 'The number of the attempt in its retry schedule: 1, 2, 3 …'),
    at: EpochMs,
    durationMs: Whole,
    status: about(
      t.keyof({ delivered: null, waiting: null, dead: null }),
      'Delivered (2xx), to be retried, or dead after the last attempt.',
    ),
  },
  {
    code: about(Whole, 'The status code of the response.'),
    error: about(
      t.string,
      'Why there is no response: `timed_out`, `address_refused`, `name_not_found`, `tls_failed`, `connection_failed` or `answer_invalid`.',
    ),
    answer: about(t.string, 'The first KiB of the response.'),
    nextAttemptAt: EpochMs,
  },
);
export type WebhookDelivery = t.TypeOf<typeof WebhookDelivery>;

const webhookDelivery = (attempt: DeliveryAttempt): WebhookDelivery =>
  shownAs(WebhookDelivery, { ...attempt, error: attempt.fault, nextAttemptAt: attempt.nextAt });

const ListWebhookDeliveriesInput = record(
  'ListWebhookDeliveriesInput',
  { ...EndpointInput.required, ...CursorRequest.required },
  CursorRequest.optional,
);
type ListWebhookDeliveriesInput = t.TypeOf<typeof ListWebhookDeliveriesInput>;

type ListWebhookDeliveriesError = EndpointDenied | InvalidCursor;

/** Lists the attempts of the last 30 days to deliver to an endpoint, newest first (§6). */
export type ListWebhookDeliveries = ListUseCase<
  ListWebhookDeliveriesInput,
  ListWebhookDeliveriesError,
  CursorPage<WebhookDelivery>
>;
export const ListWebhookDeliveries = token<ListWebhookDeliveries>('ListWebhookDeliveries');

export const makeListWebhookDeliveries = sealedList(ListWebhookDeliveries, {
  input: ListWebhookDeliveriesInput,
  cursors: (seal, tenant, { endpointId }) =>
    placeCursors<number>(seal, tenant, 'webhook-deliveries', { endpointId }),
  page: async (stores, tenant, { actorUserId, endpointId }, { after, limit }) => {
    const endpoint = await endpointFor(stores, tenant, actorUserId, endpointId);
    if (E.isLeft(endpoint)) return endpoint;
    const read = await stores.deliveries.attempts(tenant, endpointId, after, limit + 1);
    const view = ({ attempt }: PlacedAttempt) => webhookDelivery(attempt);
    return E.right(placedPage(read, limit, ({ place }) => place, view));
  },
});
