/** Where the two databases write the same thing differently. */
export interface BooksSql {
  readonly tables: ReadonlyArray<string>;
  /** A table `t` with one JSON `value` for each element of the bound JSON array. */
  readonly elements: string;
  /** That a column holds one of the bound texts. */
  readonly among: (column: string) => string;
  /** Reads how far the clock was moved, in a session that finds no schema by itself, too. */
  readonly movedBy: string;
  readonly texts: (texts: ReadonlyArray<string>) => string | ReadonlyArray<string>;
}

const tables = (text: string, integer: string): ReadonlyArray<string> => [
  `CREATE TABLE IF NOT EXISTS bank_orders (
    bank_ref ${text} PRIMARY KEY, debit_account ${text} NOT NULL, turns_at ${integer}, record text NOT NULL)`,
  // Few orders turn; the others stay out of it.
  `CREATE INDEX IF NOT EXISTS bank_orders_turning ON bank_orders (turns_at, bank_ref) WHERE turns_at IS NOT NULL`,
  `CREATE TABLE IF NOT EXISTS bank_accounts (account_number ${text} PRIMARY KEY, balance ${integer} NOT NULL)`,
  `CREATE TABLE IF NOT EXISTS bank_reports (
    report_id ${text} PRIMARY KEY, due_at ${integer} NOT NULL, record text NOT NULL)`,
  `CREATE INDEX IF NOT EXISTS bank_reports_due ON bank_reports (due_at, report_id)`,
  `CREATE TABLE IF NOT EXISTS bank_scripts (reference ${text} PRIMARY KEY, record text NOT NULL)`,
  `CREATE TABLE IF NOT EXISTS card_charges (
    charge_ref ${text} PRIMARY KEY, session_id ${text} NOT NULL, record text NOT NULL)`,
  `CREATE INDEX IF NOT EXISTS card_charges_of ON card_charges (session_id, charge_ref)`,
  `CREATE TABLE IF NOT EXISTS sandbox_clock (one ${integer} PRIMARY KEY, moved_by ${integer} NOT NULL)`,
  `CREATE TABLE IF NOT EXISTS sandbox_mails (
    mail_no ${integer} PRIMARY KEY, recipient ${text} NOT NULL, record text NOT NULL)`,
  `CREATE INDEX IF NOT EXISTS sandbox_mails_to ON sandbox_mails (recipient, mail_no)`,
  `INSERT INTO sandbox_clock (one, moved_by) VALUES (1, 0) ON CONFLICT (one) DO NOTHING`,
];

export const sqliteSql: BooksSql = {
  tables: tables('TEXT', 'INTEGER'),
  elements: 'jsonb_each(?) AS t',
  among: (column) => `${column} IN (SELECT value FROM json_each(?))`,
  movedBy: 'SELECT moved_by FROM sandbox_clock',
  texts: (texts) => JSON.stringify(texts),
};

export const postgresSql: BooksSql = {
  // "C": references sort by their bytes, as they do everywhere else.
  // IF NOT EXISTS would ask for the right to make a schema that is there.
  tables: [
    `DO $$ BEGIN
      IF to_regnamespace('sandbox_bank') IS NULL THEN CREATE SCHEMA sandbox_bank; END IF;
    END $$`,
    ...tables('text COLLATE "C"', 'bigint'),
  ],
  elements: 'json_array_elements(CAST(? AS json)) AS t(value)',
  among: (column) => `${column} = ANY(?)`,
  movedBy: 'SELECT moved_by FROM sandbox_bank.sandbox_clock',
  texts: (texts) => texts,
};
