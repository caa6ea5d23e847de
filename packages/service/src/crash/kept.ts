import { join } from 'node:path';
import { openPostgres, openSqlite } from '@hundi/adapter-knex';
import type { BookedOrder } from '@hundi/testkit';
import type { Knex } from 'knex';
import { sandboxInPostgres, sandboxInSqlite } from '../bank/sandbox-database.js';
import { sqlBooks } from '../bank/sql-books.js';

/** A payout as the engine's table has it. */
export interface KeptPayout {
  readonly id: string;
  readonly jobId: string;
  readonly reference: string;
  readonly amount: number;
  readonly intake: string;
  readonly status: string | null;
  readonly sequence: number;
  readonly utr: string | null;
}

/** The journal of one subject. */
export interface KeptHistory {
  readonly entries: number;
  readonly last: number;
}

/** Everything that is left when every process is gone: the engine's tables, and the bank's own books. */
export interface Kept {
  readonly jobs: ReadonlyMap<string, { readonly total: number; readonly status: string }>;
  readonly payouts: ReadonlyMap<string, KeptPayout>;
  readonly histories: ReadonlyMap<string, KeptHistory>;
  readonly incidents: ReadonlyArray<{ readonly kind: string; readonly subject: string }>;
  readonly orders: ReadonlyArray<BookedOrder>;
  readonly balance: number | undefined;
}

/** The account that the demo tenant pays from, and what lay on it. */
const ACCOUNT = '50200011112222';
export const OPENING = 100_000_000_000;

type Row = Readonly<Record<string, unknown>>;

const rowsOf = (answer: unknown): ReadonlyArray<Row> =>
  Array.isArray(answer) ? answer : (answer as { readonly rows: ReadonlyArray<Row> }).rows;

const engineTables = async (db: Knex): Promise<Omit<Kept, 'orders' | 'balance'>> => {
  const ask = async (sql: string): Promise<ReadonlyArray<Row>> => rowsOf(await db.raw(sql));
  const jobs = await ask('SELECT job_id, total, status FROM jobs');
  const payouts = await ask(
    'SELECT payout_id, job_id, reference, amount, intake, status, sequence, utr FROM payouts',
  );
  const journal = await ask(
    'SELECT subject_id, count(*) AS entries, max(sequence) AS last FROM journal GROUP BY subject_id',
  );
  const incidents = await ask('SELECT kind, subject_id FROM incidents');
  return {
    jobs: new Map(
      jobs.map((row) => [
        String(row['job_id']),
        { total: Number(row['total']), status: String(row['status']) },
      ]),
    ),
    payouts: new Map(
      payouts.map((row) => [
        String(row['payout_id']),
        {
          id: String(row['payout_id']),
          jobId: String(row['job_id']),
          reference: String(row['reference']),
          amount: Number(row['amount']),
          intake: String(row['intake']),
          status: row['status'] as string | null,
          sequence: Number(row['sequence'] ?? 0),
          utr: row['utr'] as string | null,
        },
      ]),
    ),
    histories: new Map(
      journal.map((row) => [
        String(row['subject_id']),
        { entries: Number(row['entries']), last: Number(row['last']) },
      ]),
    ),
    incidents: incidents.map((row) => ({
      kind: String(row['kind']),
      subject: String(row['subject_id']),
    })),
  };
};

const booksOf = async (
  database: Awaited<ReturnType<typeof sandboxInSqlite>>,
): Promise<Pick<Kept, 'orders' | 'balance'>> => {
  try {
    return await sqlBooks(database).open(async (books) => ({
      orders: await books.listOrders({}),
      balance: (await books.accounts([ACCOUNT]))[0]?.balance,
    }));
  } finally {
    await database.close();
  }
};

/** Reads the files of a service that does not run. */
export const keptInSqlite = async (dataDir: string): Promise<Kept> => {
  const books = await booksOf(await sandboxInSqlite(join(dataDir, 'sandbox-bank.db')));
  const { writer, close } = await openSqlite(join(dataDir, 'hundi.db'), { readers: 0 });
  try {
    return { ...(await engineTables(writer)), ...books };
  } finally {
    await close();
  }
};

/** @param bank where the bank's books are, if they are not beside the engine's tables. */
export const keptInPostgres = async (url: string, bank = url): Promise<Kept> => {
  const books = await booksOf(await sandboxInPostgres(bank));
  const db = openPostgres(url, { connections: 1 });
  try {
    return { ...(await engineTables(db)), ...books };
  } finally {
    await db.destroy();
  }
};
