import { groupBy } from '../../kernel/flow/group.js';
import type { Tenant } from '../../kernel/values/tenant.js';
import type { Pacer } from '../../ports/pacer.js';
import type { Storage } from '../../storage/storage.js';
import type { Rendered } from './add-links.js';
import { partOf, writeEvent, type WrittenEvent } from '../event/event-body.js';
import { EVENT_RENDERERS } from './event-renderers.js';
import type { SubjectKind } from '../entry/entry.js';
import type { NextToSeal } from './next-to-seal.js';
import type { Draft } from '../event/renderer.js';

// Events that are written between two turns of other requests.
const EVENTS_A_TURN = 50;
const ENTRIES_A_TURN = 200;

/** Writes the events of entries, reading once for all subjects of a kind. */
export const renderEntries = async (
  storage: Storage,
  pacer: Pacer,
  tenant: Tenant,
  { entries, histories }: NextToSeal,
): Promise<ReadonlyArray<Rendered>> => {
  const all = entries.map(({ entry }) => entry);
  const drafts = new Map<SubjectKind, Draft>();
  for (const [kind, own] of groupBy(all, ({ subjectKind }) => subjectKind)) {
    const render = EVENT_RENDERERS[kind];
    if (render === undefined) continue;
    drafts.set(kind, await storage.read((stores) => render(stores, tenant, own, histories)));
  }
  const rendered: Rendered[] = [];
  let events = 0;
  for (const [i, { place, entry }] of entries.entries()) {
    if (i > 0 && i % ENTRIES_A_TURN === 0) await pacer.breathe();
    const own = drafts.get(entry.subjectKind)?.(entry) ?? [];
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
