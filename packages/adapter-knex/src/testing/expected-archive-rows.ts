import type { ExpectedTables } from './table-columns.js';

/** The rows of the tables of what went to the archive, and the seals, which prove what stays. */
export const ARCHIVE_ROWS: ExpectedTables = {
  archive_claim: [{ one: 1, archive_id: 'archive-id', token: 2, leased_until: 35 }],
  archive_files: [
    {
      corporate_id: 'acme',
      number: 38,
      bank_id: 'first-bank',
      name: 'archive-file',
      digest: 'archive-digest',
      ordinal: 36,
      hash: 'archived-seal',
      position: 0,
      event_hash: 'archived-event',
      at: 37,
    },
  ],
  archived: [
    {
      subject_id: '019b76da-a81f-81f1-9f1f-1f1f1f100000',
      last_id: '019b76da-a81f-81f1-9f1f-1f1f1f100001',
      corporate_id: 'acme',
      bank_id: 'first-bank',
      file_number: 38,
    },
  ],
  held_references: [
    {
      corporate_id: 'acme',
      reference: 'REF-1',
      bank_id: 'first-bank',
      payout_id: '019b76da-a800-7b1d-ba9c-220dd2ceb79a',
    },
    {
      corporate_id: 'acme',
      reference: 'archived-reference',
      bank_id: 'first-bank',
      payout_id: null,
    },
  ],
  journal_seals: [
    {
      corporate_id: 'acme',
      ordinal: 1,
      entry_no: 3,
      position: 1,
      hash: 'seal-1',
      previous_hash: 'witness-before',
      event_hash: 'witness-event',
    },
    {
      corporate_id: 'acme',
      ordinal: 2,
      entry_no: 2,
      position: 5,
      hash: 'seal-2',
      previous_hash: null,
      event_hash: null,
    },
  ],
};
