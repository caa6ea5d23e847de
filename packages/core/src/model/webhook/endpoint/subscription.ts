import type { Facts } from '../../../kernel/codecs/documented.js';
import { EVENT_TYPES, type EventType } from '../../journal/entry/event-type.js';

const EVERYTHING = '*';
const FAMILY_END = '.*';

/** Whether an event of that type is meant by a name, a family (`transaction.*`) or `*`. */
const means = (subscription: string, type: string): boolean =>
  subscription === EVERYTHING ||
  subscription === type ||
  (subscription.endsWith(FAMILY_END) && type.startsWith(subscription.slice(0, -1)));

/** Whether the text matches at least one event type. */
export const isSubscription = (text: string): boolean =>
  EVENT_TYPES.some((type) => means(text, type));

/** Whether an endpoint with these subscriptions hears of events of that type. */
export const hearsOf = (subscriptions: ReadonlyArray<string>, type: string): boolean =>
  subscriptions.some((subscription) => means(subscription, type));

/** Whether `next` misses anything that these subscriptions mean, types of events that do not exist yet among it. */
export const isNarrower = (
  next: ReadonlyArray<string>,
  subscriptions: ReadonlyArray<string>,
): boolean => !subscriptions.every((subscription) => hearsOf(next, subscription));

/** What the description says of one subscription. */
export const SUBSCRIBED: Facts = {
  type: 'string',
  description: 'An event type, a family of types such as `transaction.*`, or `*`.',
};

/** The types that these subscriptions mean; undefined when they mean all. */
export const typesMeant = (
  subscriptions: ReadonlyArray<string>,
): ReadonlyArray<EventType> | undefined =>
  subscriptions.includes(EVERYTHING)
    ? undefined
    : EVENT_TYPES.filter((type) => hearsOf(subscriptions, type));
