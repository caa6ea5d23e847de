import type { SchemaWords } from '../engine/dialect.js';

/** The seals on the journal, and the events that come of it: the feed. */
export const journalSeals = ({
  text,
  int,
  must,
  end,
  endKeyed,
  endNarrow,
}: SchemaWords): ReadonlyArray<string> => [
  // How far each journal is sealed, and who is at it: written when sealing, never by what appends.
  `CREATE TABLE journal_heads (
    corporate_id ${text} NOT NULL, bank_id ${must.text},
    ordinal ${must.int}, hash ${must.text}, position ${must.int}, event_hash ${must.text},
    up_to ${must.int}, leased_until ${must.int}, token ${must.int}, failures ${must.int},
    PRIMARY KEY (corporate_id)
  ) ${endKeyed}`,
  `CREATE TABLE journal_seals (
    corporate_id ${text} NOT NULL, ordinal ${int} NOT NULL, entry_no ${int} NOT NULL,
    position ${int} NOT NULL, hash ${text} NOT NULL,
    PRIMARY KEY (corporate_id, ordinal)
  ) ${endNarrow}`,
  // Also the rule that no entry is sealed twice.
  `CREATE UNIQUE INDEX journal_seals_of ON journal_seals (corporate_id, entry_no)`,
  `CREATE TABLE events (
    corporate_id ${text} NOT NULL, position ${int} NOT NULL, bank_id ${text} NOT NULL,
    event_id ${text} NOT NULL, type ${text} NOT NULL, at ${int} NOT NULL,
    previous_hash ${text} NOT NULL, hash ${text} NOT NULL, body_hash ${text} NOT NULL,
    body ${text} NOT NULL
  ) ${end}`,
  `CREATE UNIQUE INDEX events_in_order ON events (corporate_id, position)`,
  `CREATE UNIQUE INDEX events_by_id ON events (corporate_id, event_id)`,
  `CREATE INDEX events_by_type ON events (corporate_id, type, position)`,
];
