import * as t from 'io-ts';
import { about, documented } from '../../../kernel/codecs/documented.js';
import { list } from '../../../kernel/codecs/list.js';
import { oneOf } from '../../../kernel/codecs/one-of.js';
import { listParameter, optional } from '../../../kernel/codecs/parameter.js';
import { describedRecord, record } from '../../../kernel/codecs/record.js';
import { EpochMs } from '../../../kernel/values/time.js';
import { Whole } from '../../../kernel/values/whole.js';
import { EVENT_TYPES } from '../../../model/journal/entry/event-type.js';
import { isSubscription, SUBSCRIBED } from '../../../model/webhook/endpoint/subscription.js';
import type { SealedEvent } from '../../../model/journal/entry/sealed-event.js';

const TypeOfEvent = oneOf(EVENT_TYPES, 'EventType');

const anObject = (description: string) =>
  documented(t.record(t.string, t.unknown), { type: 'object', description });

/** What tells an event from all others. */
export const EVENT_HEAD = {
  id: about(t.string, 'evt_…: the same in every delivery.'),
  created: about(EpochMs, 'When it happened. Epoch milliseconds.'),
};

/** The place of an event among those of its object. */
export const EVENT_SEQUENCE = {
  sequence: about(
    Whole,
    'The number of the change of the object: 1, 2, 3 … Deliveries can arrive in another order.',
  ),
};

/** What an event says of the object before the change. */
export const EVENT_BEFORE = {
  previousStatus: about(t.string, 'Absent in the first event.'),
};

/** An event: the body of its webhook deliveries (§6). */
const EventEnvelope = describedRecord('EventEnvelope', 'An event (§6).', {
  ...EVENT_HEAD,
  type: TypeOfEvent,
  ...EVENT_SEQUENCE,
  data: record(
    'EventData',
    { object: anObject('What it is about, as it was right then; §2.8 for transaction.*.') },
    EVENT_BEFORE,
  ),
});

const Hash = about(t.string, 'SHA-256 in lowercase hex.');

/** One event of the feed, with the hashes that prove its position (decisions §11). */
export const FeedItem = describedRecord(
  'FeedItem',
  'An event with the hashes that prove that no earlier event is missing or changed.',
  {
    position: about(Whole, '1, 2, 3 … in the corporate, without gaps.'),
    previousHash: about(Hash, 'The hash of the previous event; 64 zeros for the first.'),
    hash: about(Hash, 'SHA-256 of previousHash + "." + position + "." + bodyHash.'),
    bodyHash: about(
      Hash,
      'SHA-256 of the body that webhooks deliver: the bytes of `event` as they are in this response, equal to the output of JSON.stringify.',
    ),
    event: EventEnvelope,
  },
);
export type FeedItem = t.TypeOf<typeof FeedItem>;

/** Shows a sealed event. Writing `event` as JSON again gives its body, to the byte. */
export const feedItem = ({
  position,
  previousHash,
  hash,
  bodyHash,
  body,
}: SealedEvent): FeedItem => ({
  position,
  previousHash,
  hash,
  bodyHash,
  event: JSON.parse(body) as FeedItem['event'],
});

const Subscription = documented(
  new t.Type<string, string>(
    'EventSubscription',
    (u): u is string => typeof u === 'string' && isSubscription(u),
    (u, context) =>
      typeof u === 'string' && isSubscription(u)
        ? t.success(u)
        : t.failure(u, context, 'an event type, a family of events (transaction.*) or *'),
    t.identity,
  ),
  SUBSCRIBED,
);

/** The types of events that a reader of the feed asks for: names, families (`transaction.*`) or `*`. */
export const FeedTypes = list(
  Subscription,
  { max: EVENT_TYPES.length },
  `at most ${String(EVENT_TYPES.length)} types of events, families (transaction.*) or *`,
);

/** The query parameter that narrows the feed. */
export const FeedQuery = {
  types: optional(
    about(
      listParameter(
        'EventTypes',
        Subscription,
        EVENT_TYPES.length,
        'types of events, families (transaction.*) or *,',
      ),
      'Event types, families of types (transaction.*) or *, separated by commas.',
    ),
  ),
};
