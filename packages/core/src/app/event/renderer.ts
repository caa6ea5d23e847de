import type { Tenant } from '../../kernel/values/tenant.js';
import type { Stores } from '../../storage/storage.js';
import type { JournalEntry } from '../../model/journal/entry/entry.js';
import type { EventDraft } from './event-body.js';
import type { Histories } from './history.js';

/**
 * The events of an entry of one subject, in order: a function of what never changes of the subject, and of its entries
 * up to this one. However late it is sealed, an event describes the moment of its change (I28).
 */
export type Draft = (entry: JournalEntry, histories: Histories) => ReadonlyArray<EventDraft>;

/** Reads, for all entries of one kind of subject at once, what never changes of the subjects: a draft for each. */
export type Renderer = (
  stores: Stores,
  tenant: Tenant,
  entries: ReadonlyArray<JournalEntry>,
) => Promise<ReadonlyMap<string, Draft>>;
