import { CHUNK_ROWS } from '../engine/chunks.js';
import type { SchemaWords } from '../engine/dialect.js';
import { payoutTables } from './payout-tables.js';

/** Columns of a small record: what queries filter on, and the record itself. */
const recordTable = (
  { text, end }: SchemaWords,
  table: string,
  unique: 'corporate_id, id' | 'id',
): ReadonlyArray<string> => [
  `CREATE TABLE ${table} (
    corporate_id ${text} NOT NULL, bank_id ${text} NOT NULL, id ${text} NOT NULL,
    record ${text} NOT NULL
  ) ${end}`,
  `CREATE UNIQUE INDEX ${table}_by_id ON ${table} (${unique})`,
  ...(unique === 'id' ? [`CREATE INDEX ${table}_of ON ${table} (corporate_id, id)`] : []),
];

const tenancyTables = (words: SchemaWords): ReadonlyArray<string> => [
  `CREATE TABLE banks (
    bank_id ${words.text} NOT NULL PRIMARY KEY, record ${words.text} NOT NULL
  ) ${words.end}`,
  `CREATE TABLE corporates (
    corporate_id ${words.text} NOT NULL PRIMARY KEY, bank_id ${words.text} NOT NULL,
    record ${words.text} NOT NULL
  ) ${words.end}`,
  ...recordTable(words, 'roles', 'corporate_id, id'),
  ...recordTable(words, 'users', 'corporate_id, id'),
  ...recordTable(words, 'debit_accounts', 'corporate_id, id'),
  ...recordTable(words, 'packages', 'corporate_id, id'),
  ...recordTable(words, 'api_keys', 'id'),
  ...recordTable(words, 'secret_keys', 'id'),
  ...recordTable(words, 'webhook_endpoints', 'id'),
];

const beneficiaryTables = ({ text, int, end }: SchemaWords): ReadonlyArray<string> => [
  `CREATE TABLE beneficiaries (
    corporate_id ${text} NOT NULL, beneficiary_id ${text} NOT NULL, bank_id ${text} NOT NULL,
    bene_id ${text} NOT NULL, state ${text} NOT NULL, revision ${int} NOT NULL,
    search ${text} NOT NULL, record ${text} NOT NULL
  ) ${end}`,
  `CREATE UNIQUE INDEX beneficiaries_by_id ON beneficiaries (corporate_id, beneficiary_id)`,
  `CREATE UNIQUE INDEX beneficiaries_by_bene_id ON beneficiaries (corporate_id, bene_id)`,
  `CREATE INDEX beneficiaries_by_state ON beneficiaries (corporate_id, state, beneficiary_id)`,
  // The accounts of payees that are not rejected: the unique index is the rule against duplicates.
  `CREATE TABLE beneficiary_accounts (
    corporate_id ${text} NOT NULL, beneficiary_id ${text} NOT NULL,
    name_key ${text} NOT NULL, account_number ${text} NOT NULL
  ) ${end}`,
  `CREATE UNIQUE INDEX beneficiary_accounts_once
    ON beneficiary_accounts (corporate_id, name_key, account_number)`,
  `CREATE INDEX beneficiary_accounts_of ON beneficiary_accounts (corporate_id, beneficiary_id)`,
];

const journalTables = ({ text, int, serial, end }: SchemaWords): ReadonlyArray<string> => [
  `CREATE TABLE journal (
    entry_no ${serial}, bank_id ${text} NOT NULL, corporate_id ${text} NOT NULL,
    subject_kind ${text} NOT NULL, subject_id ${text} NOT NULL, sequence ${int} NOT NULL,
    from_state ${text}, to_state ${text} NOT NULL, at ${int} NOT NULL,
    actor ${text} NOT NULL, changes ${text} NOT NULL
  ) ${end}`,
  `CREATE UNIQUE INDEX journal_of_subject ON journal (corporate_id, subject_id, sequence)`,
  `CREATE TABLE incidents (
    incident_no ${serial}, bank_id ${text} NOT NULL, corporate_id ${text} NOT NULL,
    kind ${text} NOT NULL, subject_id ${text} NOT NULL, at ${int} NOT NULL, detail ${text} NOT NULL
  ) ${end}`,
  `CREATE UNIQUE INDEX incidents_once ON incidents (corporate_id, kind, subject_id)`,
  `CREATE INDEX incidents_by_time ON incidents (corporate_id, at, incident_no)`,
];

const workTables = ({ text, int, must, endKeyed, blocks }: SchemaWords): ReadonlyArray<string> => [
  `CREATE TABLE work (
    subject ${text} NOT NULL, duty ${must.text},
    bank_id ${must.text}, corporate_id ${must.text},
    run_at ${must.int}, attempts ${must.int}, token ${must.int}, marked_at ${int},
    PRIMARY KEY (subject)
  ) ${endKeyed}`,
  `CREATE INDEX work_due ON work (duty, run_at, subject)`,
  ...blocks('work_tokens', CHUNK_ROWS),
];

const answerTables = ({
  text,
  int,
  uuid,
  serial,
  end,
  bulky,
}: SchemaWords): ReadonlyArray<string> => [
  `CREATE TABLE answers (
    corporate_id ${text} NOT NULL, route ${text} NOT NULL, key ${text} NOT NULL,
    bank_id ${text} NOT NULL, fingerprint ${text} NOT NULL, outcome ${text} NOT NULL,
    at ${int} NOT NULL, body ${text} NOT NULL
  ) ${end}`,
  ...bulky('answers', 'body'),
  `CREATE UNIQUE INDEX answers_by_key ON answers (corporate_id, route, key)`,
  `CREATE TABLE bank_answers (
    answer_no ${serial}, answer_id ${text} NOT NULL, payout_id ${uuid} NOT NULL,
    verdict ${text} NOT NULL, at ${int} NOT NULL
  ) ${end}`,
  `CREATE UNIQUE INDEX bank_answers_once ON bank_answers (answer_id)`,
  `CREATE INDEX bank_answers_of ON bank_answers (payout_id, answer_no)`,
];

/** The first schema. */
export const payoutsAndJournal = (words: SchemaWords): ReadonlyArray<string> => [
  ...tenancyTables(words),
  ...beneficiaryTables(words),
  ...payoutTables(words),
  ...journalTables(words),
  ...workTables(words),
  ...answerTables(words),
];
