import type { EventStore, SealedEvent } from '@hundi/core/storage';
import type { Journal, JournalRows } from './journal-rows.js';
import type { Unit } from '../engine/unit.js';

const found = (events: ReadonlyArray<SealedEvent | undefined>): ReadonlyArray<SealedEvent> =>
  [...new Set(events)]
    .filter((event) => event !== undefined)
    .sort((a, b) => a.position - b.position);

const lastOf = ({ events, archived }: Journal): number =>
  (archived.get('position') ?? 0) + events.size;

export const eventTables =
  ({ of }: JournalRows): ((unit: Unit) => EventStore) =>
  () => ({
    after: async (tenant, position, limit, types) => {
      const journal = of(tenant);
      const { events } = journal;
      const last = lastOf(journal);
      const page: SealedEvent[] = [];
      // The first ones may be archived.
      const first = Math.max(position, last - events.size) + 1;
      for (let next = first; next <= last && page.length < limit; next += 1) {
        const event = events.get(next);
        if (event !== undefined && (types?.includes(event.type) ?? true)) page.push(event);
      }
      return page;
    },
    of: async (tenant, eventIds) => {
      const { events, positions } = of(tenant);
      return found(eventIds.map((id) => events.get(positions.get(id) ?? 0)));
    },
    at: async (tenant, positions) => {
      const { events } = of(tenant);
      return found(positions.map((position) => events.get(position)));
    },
    lastPosition: async (tenant) => lastOf(of(tenant)),
  });
