import type { Knex } from 'knex';
import type { Cell, Rows, Update } from './floor.js';

type Row = Readonly<Record<string, Cell>>;

const select = async (db: Knex, sql: string): Promise<ReadonlyArray<Row>> => {
  const answer: Row[] | { readonly rows: Row[] } = await db.raw(sql);
  return Array.isArray(answer) ? answer : answer.rows;
};

const cellsOf = (rows: ReadonlyArray<Row>, columns: ReadonlyArray<string>): Rows['cells'] =>
  rows.map((row) => columns.map((name) => row[name] ?? null));

// The state of a payout; everything else is written once, when the order is added or its terms are frozen.
const STATE = ['status', 'sequence', 'approved_at', 'sent_at', 'paid_at', 'utr', 'bank_reference'];
const TERMS = [
  'intake',
  'debit_account_id',
  'debit_account_number',
  'payment_method',
  'beneficiary_code',
  'beneficiary_name',
  'credit_account_number',
  'credit_ifsc',
  'fee_base',
  'fee_gst',
  'masked',
];
const KEY = ['corporate_id', 'payout_id'];

/** The rows that one batch left behind, divided into the writes that are indispensable. */
export interface Leavings {
  readonly orders: Rows;
  readonly journal: Rows;
  readonly decide: Update;
  readonly send: Update;
  readonly pay: Update;
  readonly events: Rows;
}

/** Reads the payouts, their journal and the sealed events as the engine stored them. */
export const readLeavings = async (db: Knex): Promise<Leavings> => {
  const payouts = await select(db, 'SELECT * FROM payouts ORDER BY payout_id');
  const journal = await select(db, "SELECT * FROM journal WHERE subject_kind = 'payout'");
  const events = await select(db, 'SELECT * FROM events ORDER BY corporate_id, position');
  const written = (rows: ReadonlyArray<Row>): ReadonlyArray<string> =>
    Object.keys(rows[0] ?? {}).filter((name) => rows.some((row) => row[name] !== null));
  const order = written(payouts).filter((name) => !STATE.includes(name) && !TERMS.includes(name));
  const entry = written(journal).filter((name) => name !== 'entry_no');
  const event = written(events);
  const state = (columns: ReadonlyArray<string>): Update => ({
    columns: [...KEY, ...columns],
    cells: cellsOf(payouts, [...KEY, ...columns]),
  });
  return {
    orders: {
      table: 'payouts',
      columns: [...order, 'intake'],
      cells: cellsOf(payouts, order).map((row) => [...row, 'undecided']),
    },
    journal: { table: 'journal', columns: entry, cells: cellsOf(journal, entry) },
    decide: state([...TERMS, 'status', 'sequence', 'approved_at']),
    send: state(['status', 'sequence', 'sent_at']),
    pay: state(['status', 'sequence', 'paid_at', 'utr', 'bank_reference']),
    events: { table: 'events', columns: event, cells: cellsOf(events, event) },
  };
};
