import type { Tenant } from '../../../kernel/values/tenant.js';
import type { WrittenEvent } from '../../event/event-body.js';
import { eventHash, sealHash } from './hash-chain.js';
import type { PlacedEntry } from '../../../storage/journal-store.js';
import type { Seal, SealHead } from '../../../model/journal/entry/seal.js';
import type { SealedEvent } from '../../../model/journal/entry/sealed-event.js';

/** An entry with the events that come of it, in order. */
export interface Rendered extends PlacedEntry {
  readonly events: ReadonlyArray<WrittenEvent>;
}

/** Both chains, a few links longer. */
export interface Links {
  readonly head: SealHead;
  readonly seals: ReadonlyArray<Seal>;
  readonly events: ReadonlyArray<SealedEvent>;
}

/** Chains entries, and their events, behind a head. */
export const addLinks = (
  tenant: Tenant,
  before: SealHead,
  rendered: ReadonlyArray<Rendered>,
): Links => {
  let { ordinal, hash, position, eventHash: lastEvent } = before;
  const seals: Seal[] = [];
  const events: SealedEvent[] = [];
  for (const { place, entry, events: own } of rendered) {
    for (const { eventId, type, at, body, bodyHash } of own) {
      position += 1;
      const previousHash = lastEvent;
      lastEvent = eventHash(previousHash, position, bodyHash);
      const link = { position, previousHash, hash: lastEvent };
      events.push({ tenant, ...link, bodyHash, eventId, type, at, body });
    }
    ordinal += 1;
    hash = sealHash(hash, ordinal, entry, lastEvent);
    seals.push({ ordinal, place, position, hash });
  }
  return { head: { ordinal, hash, position, eventHash: lastEvent }, seals, events };
};
