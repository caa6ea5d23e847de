import type { BankBooks, BankScript, BookedOrder, OpenBooks, PlannedReport } from '@hundi/testkit';
import type { Ask, SandboxDatabase } from './sandbox-database.js';
import type { BooksSql } from './books-sql.js';
import { orderOf, orderText } from './order-cells.js';

interface Kept {
  readonly record: string;
}

const ordersIn = (rows: ReadonlyArray<Kept>): ReadonlyArray<BookedOrder> =>
  rows.map(({ record }) => orderOf(record));

/** One statement for any number of rows; an element of the bound array is one row, its cells in order. */
const statements = ({ elements, among }: BooksSql) => ({
  ordersOf: `SELECT record FROM bank_orders WHERE ${among('bank_ref')}`,
  turning: 'SELECT record FROM bank_orders WHERE turns_at <= ? ORDER BY turns_at, bank_ref',
  putOrders: `INSERT INTO bank_orders (bank_ref, debit_account, turns_at, record)
    SELECT value->>0, value->>1, CAST(value->>2 AS bigint), value->>3 FROM ${elements} WHERE true
    ON CONFLICT (bank_ref) DO UPDATE SET turns_at = excluded.turns_at, record = excluded.record`,
  accounts: `SELECT account_number, balance FROM bank_accounts WHERE ${among('account_number')}`,
  putAccounts: `INSERT INTO bank_accounts (account_number, balance)
    SELECT value->>0, CAST(value->>1 AS bigint) FROM ${elements} WHERE true
    ON CONFLICT (account_number) DO UPDATE SET balance = excluded.balance`,
  anyScript: 'SELECT 1 FROM bank_scripts LIMIT 1',
  scriptsOf: `SELECT record FROM bank_scripts WHERE ${among('reference')}`,
  putScripts: `INSERT INTO bank_scripts (reference, record)
    SELECT value->>0, value->>1 FROM ${elements} WHERE true
    ON CONFLICT (reference) DO UPDATE SET record = excluded.record`,
  dropScripts: `DELETE FROM bank_scripts WHERE ${among('reference')}`,
  reportsDue: 'SELECT record FROM bank_reports WHERE due_at <= ? ORDER BY due_at, report_id',
  planReports: `INSERT INTO bank_reports (report_id, due_at, record)
    SELECT value->>0, CAST(value->>1 AS bigint), value->>2 FROM ${elements} WHERE true
    ON CONFLICT (report_id) DO UPDATE SET due_at = excluded.due_at, record = excluded.record`,
  dropReports: `DELETE FROM bank_reports WHERE ${among('report_id')}`,
  nextDue: `SELECT min(at) AS at FROM (SELECT min(turns_at) AS at FROM bank_orders WHERE turns_at IS NOT NULL
    UNION ALL SELECT min(due_at) FROM bank_reports) AS moments`,
});

const listOrders = async (
  ask: Ask,
  { bankRef, debitAccountNumber }: Parameters<OpenBooks['listOrders']>[0],
): Promise<ReadonlyArray<BookedOrder>> => {
  const wanted = [
    ...(bankRef === undefined ? [] : [{ column: 'bank_ref', text: bankRef }]),
    ...(debitAccountNumber === undefined
      ? []
      : [{ column: 'debit_account', text: debitAccountNumber }]),
  ];
  const fits = ['true', ...wanted.map(({ column }) => `${column} = ?`)].join(' AND ');
  return ordersIn(
    await ask<Kept>(
      `SELECT record FROM bank_orders WHERE ${fits} ORDER BY bank_ref`,
      ...wanted.map(({ text }) => text),
    ),
  );
};

/** The scripts of the bank. */
const scriptMethods = (
  ask: Ask,
  sql: ReturnType<typeof statements>,
  texts: BooksSql['texts'],
  put: (statement: string, rows: ReadonlyArray<unknown>) => Promise<void>,
): Pick<OpenBooks, 'scriptsOf' | 'putScripts'> => ({
  scriptsOf: async (references) => {
    // Few banks have a script, and looking up thousands of references in an empty table takes time.
    if ((await ask(sql.anyScript)).length === 0) return [];
    const kept = await ask<Kept>(sql.scriptsOf, texts(references));
    return kept.map(({ record }) => JSON.parse(record) as BankScript);
  },
  putScripts: async (scripts) => {
    const over = scripts.filter(({ outcomes }) => outcomes.length === 0);
    if (over.length > 0) await ask(sql.dropScripts, texts(over.map(({ reference }) => reference)));
    const left = scripts.filter(({ outcomes }) => outcomes.length > 0);
    await put(
      sql.putScripts,
      left.map((script) => [script.reference, JSON.stringify(script)]),
    );
  },
});

const openBooks = (
  ask: Ask,
  sql: ReturnType<typeof statements>,
  { texts }: BooksSql,
): OpenBooks => {
  const put = async (statement: string, rows: ReadonlyArray<unknown>): Promise<void> => {
    if (rows.length > 0) await ask(statement, JSON.stringify(rows));
  };
  return {
    ordersOf: async (bankRefs) => ordersIn(await ask<Kept>(sql.ordersOf, texts(bankRefs))),
    listOrders: (filter) => listOrders(ask, filter),
    turning: async (now) => ordersIn(await ask<Kept>(sql.turning, now)),
    putOrders: (orders) =>
      put(
        sql.putOrders,
        orders.map((order) => [
          order.bankRef,
          order.debitAccountNumber,
          order.turns?.at ?? null,
          orderText(order),
        ]),
      ),
    accounts: async (accountNumbers) => {
      const rows = await ask<{ readonly account_number: string; readonly balance: unknown }>(
        sql.accounts,
        texts(accountNumbers),
      );
      return rows.map((row) => ({
        accountNumber: row.account_number,
        balance: Number(row.balance),
      }));
    },
    putAccounts: (accounts) =>
      put(
        sql.putAccounts,
        accounts.map(({ accountNumber, balance }) => [accountNumber, balance]),
      ),
    ...scriptMethods(ask, sql, texts, put),
    reportsDue: async (now) =>
      (await ask<Kept>(sql.reportsDue, now)).map(
        ({ record }) => JSON.parse(record) as PlannedReport,
      ),
    planReports: (reports) =>
      put(
        sql.planReports,
        reports.map((planned) => [planned.report.reportId, planned.at, JSON.stringify(planned)]),
      ),
    dropReports: async (reportIds) => {
      await ask(sql.dropReports, texts(reportIds));
    },
    nextDue: async () => {
      const [row] = await ask<{ readonly at: unknown }>(sql.nextDue);
      return row === undefined || row.at === null ? undefined : Number(row.at);
    },
  };
};

/** Books in a database: what was written outlives the process, and every process sees the same. */
export const sqlBooks = (database: SandboxDatabase): BankBooks => {
  const sql = statements(database.sql);
  return {
    open: (work) => database.alone((ask) => work(openBooks(ask, sql, database.sql))),
  };
};
