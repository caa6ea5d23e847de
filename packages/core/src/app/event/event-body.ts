import { sha256 } from '../../kernel/secrets/digest.js';
import type { EventType } from '../../model/journal/entry/event-type.js';
import type { JournalEntry } from '../../model/journal/entry/entry.js';
import { isReturn } from './event-kind.js';
import type { SealedEvent } from '../../model/journal/entry/sealed-event.js';

/** The content of an event, before it has its position in the feed. */
export interface EventDraft {
  readonly type: EventType;
  /** `data.object`. */
  readonly object: object;
  /** The state before the change, if there was one. */
  readonly previousStatus?: string;
}

/** An event with its body, before it has its place in the feed. */
export type WrittenEvent = Pick<SealedEvent, 'eventId' | 'type' | 'at' | 'body' | 'bodyHash'>;

/**
 * The id of the `part`-th event (from 0) of an entry: a function of the entry alone, so that an event that is
 * sealed again, after a database was restored, is known again. It begins with the moment: ids of one time lie together.
 */
export const eventIdOf = (entry: JournalEntry, part: number): string => {
  const { tenant, subjectKind, subjectId, sequence, at } = entry;
  const { bankTenantId, corporateTenantId } = tenant;
  const name = [bankTenantId, corporateTenantId, subjectKind, subjectId, sequence, part].join(' ');
  return `evt_${at.toString(16).padStart(12, '0')}${sha256(name).slice(0, 20)}`;
};

/**
 * Returns the part of its entry that the event at a place (from 0) among `count` is. The last event of a return,
 * `transaction.returned`, is its first part: earlier versions had only this event, and its id must stay.
 */
export const partOf = (entry: JournalEntry, place: number, count: number): number =>
  isReturn(entry) ? count - 1 - place : place;

/** Writes the body of an event: the bytes that are hashed, signed and posted from now on (decisions §11). */
export const writeEvent = (
  entry: JournalEntry,
  { type, object, previousStatus }: EventDraft,
  part: number,
): WrittenEvent => {
  const id = eventIdOf(entry, part);
  const body = JSON.stringify({
    id,
    type,
    created: entry.at,
    sequence: entry.sequence,
    data: { object, ...(previousStatus !== undefined && { previousStatus }) },
  });
  return { eventId: id, type, at: entry.at, body, bodyHash: sha256(body) };
};
