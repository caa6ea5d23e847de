import { eventTypeOf } from '../../event/event-kind.js';
import type { Draft, Renderer } from '../../event/renderer.js';
import { isObject } from '../../../kernel/codecs/json.js';

/** The events of collection sessions: each end of a session has an event with the session as it was then. */
export const collectionEvents: Renderer = (_stores, _tenant, entries) =>
  Promise.resolve(new Map(entries.map(({ subjectId }) => [subjectId, endOf])));

const endOf: Draft = (entry) => {
  const type = eventTypeOf(entry);
  const { object } = entry.changes;
  if (type === undefined) return [];
  if (!isObject(object)) throw new Error('the entry of an ended session does not hold it');
  return [{ type, object, ...(entry.from !== undefined && { previousStatus: entry.from }) }];
};
