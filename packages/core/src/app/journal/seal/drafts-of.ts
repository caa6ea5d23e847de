import { groupBy } from '../../../kernel/flow/group.js';
import type { Tenant } from '../../../kernel/values/tenant.js';
import type { Storage } from '../../../storage/storage.js';
import type { JournalEntry } from '../../../model/journal/entry/entry.js';
import type { Draft } from '../../event/renderer.js';
import { EVENT_RENDERERS } from './event-renderers.js';
import type { KnownSubjects } from './known-subjects.js';

/** The drafts of the subjects of entries, by subject. Those that are not known are read, once for each kind. */
export const draftsOf = async (
  storage: Storage,
  tenant: Tenant,
  entries: ReadonlyArray<JournalEntry>,
  known: KnownSubjects,
): Promise<ReadonlyMap<string, Draft>> => {
  const drafts = new Map<string, Draft>();
  const unknown: JournalEntry[] = [];
  for (const entry of entries) {
    const draft = known.get(entry.subjectId)?.draft;
    if (draft === undefined) unknown.push(entry);
    else drafts.set(entry.subjectId, draft);
  }
  for (const [kind, own] of groupBy(unknown, ({ subjectKind }) => subjectKind)) {
    const render = EVENT_RENDERERS[kind];
    if (render === undefined) continue;
    const found = await storage.read((stores) => render(stores, tenant, own));
    for (const [subjectId, draft] of found) drafts.set(subjectId, draft);
  }
  return drafts;
};
