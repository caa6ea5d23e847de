import type { Tenant } from '@hundi/core';
import type { HeldJournal, Seal, SealedEvent } from '@hundi/core/wire';
import type { PlacedEntry, Sealing } from '@hundi/core/storage';
import { EPOCH } from './ids.js';

/** Event `position` of a corporate, as good as any: its hashes are made up. */
export const anEvent = (
  tenant: Tenant,
  position: number,
  overrides: Partial<SealedEvent> = {},
): SealedEvent => ({
  tenant,
  position,
  previousHash: `event-hash-${String(position - 1)}`,
  hash: `event-hash-${String(position)}`,
  bodyHash: `body-hash-${String(position)}`,
  eventId: `evt_${String(position)}`,
  type: 'transaction.paid',
  at: EPOCH + position,
  body: `{"id":"evt_${String(position)}"}`,
  ...overrides,
});

/**
 * The seals of these entries, each with events of these types, after the existing seals; their hashes are invented.
 */
export const sealingOf = (
  { tenant, head }: Pick<HeldJournal, 'tenant' | 'head'>,
  entries: ReadonlyArray<PlacedEntry>,
  types: ReadonlyArray<SealedEvent['type']> = [],
): Sealing => {
  const events: SealedEvent[] = [];
  const seals = entries.map(({ place }, i): Seal => {
    for (const type of types)
      events.push(anEvent(tenant, head.position + events.length + 1, { type }));
    const ordinal = head.ordinal + i + 1;
    const position = head.position + events.length;
    return { ordinal, place, position, hash: `seal-hash-${String(ordinal)}` };
  });
  const last = seals.at(-1);
  return {
    head: {
      ordinal: last?.ordinal ?? head.ordinal,
      hash: last?.hash ?? head.hash,
      position: last?.position ?? head.position,
      eventHash: events.at(-1)?.hash ?? head.eventHash,
    },
    seals,
    events,
    upTo: entries.at(-1)?.place ?? 0,
  };
};
