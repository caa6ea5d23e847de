import * as t from 'io-ts';
import { E } from '../../../kernel/fp.js';
import { InvalidInput, invalid } from '../../../kernel/codecs/decode.js';
import { about, documented } from '../../../kernel/codecs/documented.js';
import { list } from '../../../kernel/codecs/list.js';
import { Comment } from '../../../kernel/values/text.js';
import type { WebhookSender } from '../../../ports/webhook-sender.js';
import { isSubscription, SUBSCRIBED } from '../../../model/webhook/endpoint/subscription.js';
import { record } from '../../../kernel/codecs/record.js';

const URL_MAX = 2_048;
const SUBSCRIPTIONS_MAX = 50;

const EndpointUrl = documented(
  t.refinement(t.string, (url) => url.length <= URL_MAX, `at most ${String(URL_MAX)} characters`),
  {
    type: 'string',
    format: 'uri',
    maxLength: URL_MAX,
    description: 'https, at a public address.',
  },
);

const Subscription = documented(
  t.refinement(
    t.string,
    isSubscription,
    'a type of event, a family of them such as "transaction.*", or "*"',
  ),
  SUBSCRIBED,
);

/** The events to which an endpoint subscribes: their types, families (`transaction.*`) or `*`. */
export const Subscriptions = list(
  Subscription,
  { min: 1, max: SUBSCRIPTIONS_MAX },
  `1 to ${String(SUBSCRIPTIONS_MAX)} subscriptions`,
);

/** The values of a new endpoint. */
export const NewWebhookEndpoint = record(
  'NewWebhookEndpoint',
  { url: EndpointUrl, eventTypes: Subscriptions },
  { description: Comment },
);
export type NewWebhookEndpoint = t.TypeOf<typeof NewWebhookEndpoint>;

/** The new values of an endpoint; an omitted member keeps its value. */
export const WebhookEndpointChange = record(
  'WebhookEndpointChange',
  {},
  {
    url: EndpointUrl,
    eventTypes: Subscriptions,
    description: about(Comment, 'An empty one takes it away.'),
    status: about(
      t.keyof({ enabled: null, disabled: null }),
      'While the endpoint is `disabled`, the service keeps its events and sends none.',
    ),
  },
);
export type WebhookEndpointChange = t.TypeOf<typeof WebhookEndpointChange>;

/** Whether the sender would send to the URL, if there is one. */
export const checkUrl = async (
  { objection }: WebhookSender,
  url: string | undefined,
): Promise<E.Either<InvalidInput, undefined>> => {
  const detail = url === undefined ? undefined : await objection(url);
  return detail === undefined
    ? E.right(undefined)
    : E.left(InvalidInput([invalid('/url', detail)]));
};
