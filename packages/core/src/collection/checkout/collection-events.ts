import type { EventDraft } from '../../journal/event/event-body.js';
import { eventTypeOf } from '../../journal/event/event-kind.js';
import type { Renderer } from '../../journal/event/renderer.js';
import { isObject } from '../../kernel/codecs/json.js';

/** The events of collection sessions: each end of a session has an event with the session as it was then. */
export const collectionEvents: Renderer = async () => (entry) => {
  const type = eventTypeOf(entry);
  const { object } = entry.changes;
  if (type === undefined) return [];
  if (!isObject(object)) throw new Error('the entry of an ended session does not hold it');
  const draft: EventDraft = {
    type,
    object,
    ...(entry.from !== undefined && { previousStatus: entry.from }),
  };
  return [draft];
};
