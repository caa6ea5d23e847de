import type { SchemaWords } from '../engine/dialect.js';

/**
 * What went to the archive: its files, where each payout and job went, and the references that stay held. Not additive:
 * an older program would take the reference of an archived payout for free, and pay it again.
 */
export const archive = ({
  text,
  int,
  uuid,
  must,
  endKeyed,
  endNarrow,
}: SchemaWords): ReadonlyArray<string> => [
  // One row, once there is an archive: whose it is, and who is at it.
  `CREATE TABLE archive_claim (
    one ${int} NOT NULL, archive_id ${text}, token ${must.int}, leased_until ${must.int},
    PRIMARY KEY (one)
  ) ${endKeyed}`,
  `CREATE TABLE archive_files (
    corporate_id ${text} NOT NULL, number ${int} NOT NULL, bank_id ${text} NOT NULL,
    name ${text} NOT NULL, digest ${text} NOT NULL,
    ordinal ${int} NOT NULL, hash ${text} NOT NULL,
    position ${int} NOT NULL, event_hash ${text} NOT NULL, at ${int} NOT NULL,
    PRIMARY KEY (corporate_id, number)
  ) ${endNarrow}`,
  // A job stands for its payouts, up to the last: their ids are its own and a number.
  `CREATE TABLE archived (
    subject_id ${uuid} NOT NULL, last_id ${uuid} NOT NULL,
    corporate_id ${text} NOT NULL, bank_id ${text} NOT NULL, file_number ${int} NOT NULL,
    PRIMARY KEY (corporate_id, subject_id)
  ) ${endNarrow}`,
  // Reports of the bank name no corporate.
  `CREATE INDEX archived_anywhere ON archived (subject_id)`,
  `CREATE TABLE archived_references (
    corporate_id ${text} NOT NULL, reference ${text} NOT NULL, bank_id ${text} NOT NULL,
    PRIMARY KEY (corporate_id, reference)
  ) ${endNarrow}`,
  // What proves the seal of an entry that stays while those around it go.
  `ALTER TABLE journal_seals ADD COLUMN previous_hash ${text}`,
  `ALTER TABLE journal_seals ADD COLUMN event_hash ${text}`,
];
