import { sha256 } from '../../../kernel/secrets/digest.js';
import { canonicalJson } from '../../../kernel/codecs/json.js';
import type { JournalEntry } from '../../../model/journal/entry/entry.js';
import type { SealHead } from '../../../model/journal/entry/seal.js';

/** The previous hash of the first link of a chain. */
export const FIRST_HASH = '0'.repeat(64);

/** Before anything is sealed. */
export const NOTHING_SEALED: SealHead = {
  ordinal: 0,
  hash: FIRST_HASH,
  position: 0,
  eventHash: FIRST_HASH,
};

/** The hash of an event (decisions §11). */
export const eventHash = (previousHash: string, position: number, bodyHash: string): string =>
  sha256(`${previousHash}.${String(position)}.${bodyHash}`);

/** The hash of a seal: over the entry with all of its values, and over the feed as it is after it. */
export const sealHash = (
  previousHash: string,
  ordinal: number,
  entry: JournalEntry,
  lastEventHash: string,
): string =>
  sha256(`${previousHash}.${String(ordinal)}.${sha256(canonicalJson(entry))}.${lastEventHash}`);
