import * as t from 'io-ts';
import { record } from '../../../kernel/codecs/record.js';
import { EpochMs } from '../../../kernel/values/time.js';
import { Whole } from '../../../kernel/values/whole.js';

/**
 * An event as its receiver reads it (§6). Its `type` can be newer than this version: acknowledge an event of a type
 * that you do not know.
 */
export const WebhookEvent = record(
  'WebhookEvent',
  {
    /** `evt_…`: the same in every delivery. */
    id: t.string,
    type: t.string,
    created: EpochMs,
    data: record(
      'WebhookEventData',
      {
        /** The object of the event as it was at that moment; its members depend on `type`. */
        object: t.UnknownRecord,
      },
      {
        /** Absent in the first event of an object. */
        previousStatus: t.string,
      },
    ),
  },
  {
    /** The number of the change of the object: 1, 2, 3 … Only a test event has none. */
    sequence: Whole,
  },
);
export type WebhookEvent = t.TypeOf<typeof WebhookEvent>;
