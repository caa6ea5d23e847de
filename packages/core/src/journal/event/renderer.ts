import type { Tenant } from '../../kernel/values/tenant.js';
import type { Stores } from '../../storage/storage.js';
import type { JournalEntry } from '../entry/entry.js';
import type { EventDraft } from './event-body.js';
import type { Histories } from './history.js';

/** The events of an entry, in order. */
export type Draft = (entry: JournalEntry) => ReadonlyArray<EventDraft>;

/**
 * Reads, for all entries of one kind of subject at once, what never changes of the subjects, and answers how
 * to tell of each entry. What it tells is a function of that and of the entries up to this one: however late
 * it is sealed, an event tells of the moment that it is about (I28).
 */
export type Renderer = (
  stores: Stores,
  tenant: Tenant,
  entries: ReadonlyArray<JournalEntry>,
  histories: Histories,
) => Promise<Draft>;
