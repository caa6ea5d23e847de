import { sha256 } from '../../../kernel/secrets/digest.js';
import { isObject } from '../../../kernel/codecs/json.js';
import { eventIdOf, partOf } from '../../event/event-body.js';
import { eventTypeOf } from '../../event/event-kind.js';
import { eventHash, NOTHING_SEALED, sealHash } from '../seal/hash-chain.js';
import type { SealedEntry, SealHead } from '../../../model/journal/entry/seal.js';
import type { SealedEvent } from '../../../model/journal/entry/sealed-event.js';

/** A stream in chunks, in order. */
export type Chunks<A> = AsyncIterable<ReadonlyArray<A>>;

/** The result of checking a chain of seals: what it proves, or the first link that does not hold. */
export type ChainCheck =
  | { readonly holds: true; readonly head: SealHead }
  | {
      readonly holds: false;
      /** The ordinal of the entry. */
      readonly entry: number;
      /** The position of the event, where it is the event that does not hold. */
      readonly event?: number;
      readonly reason: string;
    };

/**
 * Proves a sealed journal from its first entry, or from behind `from`, to `head`: no entry, seal or event was changed,
 * taken away, added or moved. An attacker who can rewrite all of it and the head as well goes unnoticed; a head that
 * was kept elsewhere proves against them too.
 *
 * @param seals from the one behind `from` on; `events` likewise
 */
export const verifyChain = async (
  head: SealHead,
  seals: Chunks<SealedEntry>,
  events: Chunks<SealedEvent>,
  from: SealHead = NOTHING_SEALED,
): Promise<ChainCheck> => {
  const nextEvent = oneByOne(events);
  let proven = from;
  for await (const chunk of seals) {
    for (const seal of chunk) {
      if (proven.ordinal === head.ordinal) break;
      const checked = await checkEntry(proven, seal, nextEvent);
      if ('reason' in checked) return { holds: false, entry: proven.ordinal + 1, ...checked };
      proven = checked;
    }
    if (proven.ordinal === head.ordinal) break;
  }
  const differs = (['ordinal', 'hash', 'position', 'eventHash'] as const).some(
    (key) => head[key] !== proven[key],
  );
  return differs
    ? { holds: false, entry: proven.ordinal + 1, reason: 'the chain does not end where it should' }
    : { holds: true, head: proven };
};

interface Fault {
  readonly event?: number;
  readonly reason: string;
}

/** The head after one more entry, or why it does not hold. */
const checkEntry = async (
  before: SealHead,
  { ordinal, position, hash, entry }: SealedEntry,
  nextEvent: () => Promise<SealedEvent | undefined>,
): Promise<SealHead | Fault> => {
  if (ordinal !== before.ordinal + 1) return { reason: 'its seal is missing' };
  if (entry === undefined) return { reason: 'the entry is missing' };
  const type = eventTypeOf(entry);
  if ((type === undefined) !== (position === before.position))
    return { reason: 'it has not the events that it should have' };

  const count = position - before.position;
  let last = before.eventHash;
  let lastType: string | undefined;
  for (let at = before.position + 1; at <= position; at += 1) {
    const event = await nextEvent();
    const reason =
      event?.position === at
        ? faultOf(event, last, eventIdOf(entry, partOf(entry, at - before.position - 1, count)))
        : 'the event is missing';
    if (reason !== undefined) return { event: at, reason };
    last = event?.hash ?? last;
    lastType = event?.type;
  }
  if (lastType !== type) return { event: position, reason: 'the event is of another type' };
  return hash === sealHash(before.hash, ordinal, entry, last)
    ? { ordinal, hash, position, eventHash: last }
    : { reason: 'the entry differs from the one that was sealed' };
};

const faultOf = (event: SealedEvent, previousHash: string, id: string): string | undefined => {
  const { body, bodyHash, eventId, type, at } = event;
  if (sha256(body) !== bodyHash) return 'its body differs from the one that was sealed';
  if (event.previousHash !== previousHash) return 'it does not follow the event before it';
  if (eventHash(previousHash, event.position, bodyHash) !== event.hash)
    return 'its hash differs from the one that was sealed';
  const parsed: unknown = JSON.parse(body);
  return isObject(parsed) &&
    parsed['id'] === id &&
    eventId === id &&
    parsed['type'] === type &&
    parsed['created'] === at
    ? undefined
    : 'its id, type or time differs from that in its body';
};

/** Answers one after the other, then undefined. */
const oneByOne = <A>(chunks: Chunks<A>): (() => Promise<A | undefined>) => {
  const more = chunks[Symbol.asyncIterator]();
  let chunk: ReadonlyArray<A> = [];
  let next = 0;
  return async () => {
    while (next >= chunk.length) {
      const read = await more.next();
      if (read.done === true) return undefined;
      [chunk, next] = [read.value, 0];
    }
    return chunk[next++];
  };
};
