import * as t from 'io-ts';
import { record } from '../../../kernel/codecs/record.js';
import { UserId } from '../../../kernel/values/ids.js';

/** What an event that tests an endpoint shows. */
export const WebhookTestObject = record('WebhookTestObject', {
  object: t.literal('webhook_test'),
  endpointId: t.string,
  requestedBy: UserId,
});
export type WebhookTestObject = t.TypeOf<typeof WebhookTestObject>;
