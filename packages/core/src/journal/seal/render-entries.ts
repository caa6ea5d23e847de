import { groupBy } from '../../kernel/flow/group.js';
import type { Tenant } from '../../kernel/values/tenant.js';
import type { Pacer } from '../../ports/pacer.js';
import type { Storage } from '../../storage/storage.js';
import type { Rendered } from './add-links.js';
import { partOf, writeEvent } from '../event/event-body.js';
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
  let [events, since] = [0, 0];
  for (const { place, entry } of entries) {
    const own = drafts.get(entry.subjectKind)?.(entry) ?? [];
    const written = own.map((draft, i) => writeEvent(entry, draft, partOf(entry, i, own.length)));
    rendered.push({ place, entry, events: written });
    events += written.length;
    since += 1;
    if (events < EVENTS_A_TURN && since < ENTRIES_A_TURN) continue;
    [events, since] = [0, 0];
    await pacer.breathe();
  }
  return rendered;
};
