import type { Tenant } from '../../kernel/values/tenant.js';
import type { Stores } from '../../storage/storage.js';
import type { JournalEntry } from '../entry/entry.js';
import type { EventDraft } from './event-body.js';
import type { Histories } from './history.js';

/** The events of an entry, in order. */
export type Draft = (entry: JournalEntry) => ReadonlyArray<EventDraft>;

/**
 * Reads, for all entries of one kind of subject at once, what never changes of the subjects, and answers how
 * to render each entry. The event is a function of that and of the entries up to this one: however late
 * it is sealed, an event describes the moment of its change (I28).
 */
export type Renderer = (
  stores: Stores,
  tenant: Tenant,
  entries: ReadonlyArray<JournalEntry>,
  histories: Histories,
) => Promise<Draft>;
