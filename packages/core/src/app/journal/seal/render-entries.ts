import type { Pacer } from '../../../ports/pacer.js';
import type { JournalEntry } from '../../../model/journal/entry/entry.js';
import { partOf, writeEvent, type EventDraft, type WrittenEvent } from '../../event/event-body.js';
import { eventTypeOf } from '../../event/event-kind.js';
import type { Histories } from '../../event/history.js';
import type { Draft } from '../../event/renderer.js';
import type { Rendered } from './add-links.js';
import type { NextToSeal } from './next-to-seal.js';

// Events that are written between two turns of other requests.
const EVENTS_A_TURN = 50;
const ENTRIES_A_TURN = 200;

export const renderEntries = async (
  pacer: Pacer,
  { entries, histories }: NextToSeal,
  drafts: ReadonlyMap<string, Draft>,
): Promise<ReadonlyArray<Rendered>> => {
  const rendered: Rendered[] = [];
  let events = 0;
  for (const [i, { place, entry }] of entries.entries()) {
    if (i > 0 && i % ENTRIES_A_TURN === 0) await pacer.breathe();
    const own = draftedEvents(entry, histories, drafts.get(entry.subjectId));
    const written: WrittenEvent[] = [];
    for (const [part, draft] of own.entries()) {
      written.push(writeEvent(entry, draft, partOf(entry, part, own.length)));
      events += 1;
      if (events % EVENTS_A_TURN === 0) await pacer.breathe();
    }
    rendered.push({ place, entry, events: written });
  }
  return rendered;
};

const draftedEvents = (
  entry: JournalEntry,
  histories: Histories,
  draft: Draft | undefined,
): ReadonlyArray<EventDraft> => {
  if (draft !== undefined) return draft(entry, histories);
  if (eventTypeOf(entry) !== undefined) throw new Error(`an entry of no ${entry.subjectKind}`);
  return [];
};
