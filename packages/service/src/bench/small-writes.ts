import type { Knex } from 'knex';
import type { Database } from 'sqlite3';
import { openBareWrites, type WriteBare } from './bare-writes.js';
import type { Client } from './client.js';
import { sqliteDatabase } from './database.js';
import { benchBatch } from './document.js';
import { readLeavings } from './read-rows.js';
import type { Cell } from './floor.js';
import { openStand } from './stand.js';

const REQUESTS = 4_000;
const CALLERS = 32;

/** Durable single payments a second: over HTTP, and bare through the driver. */
export interface SmallWritesRound {
  readonly service: number;
  readonly floor: number;
  /** Of the same callers, by a bare server that writes them together. */
  readonly http: number;
}

const driverOf = (db: Knex) => {
  const { client } = db as unknown as {
    readonly client: {
      readonly acquireConnection: () => Promise<Database>;
      readonly releaseConnection: (connection: Database) => Promise<void>;
    };
  };
  return client;
};

const runner =
  (connection: Database) =>
  (sql: string, bound: ReadonlyArray<Cell> = []): Promise<void> =>
    new Promise((resolve, reject) => {
      connection.run(sql, bound, (error) => {
        if (error === null) resolve();
        else reject(error);
      });
    });

interface PayoutRow {
  readonly columns: ReadonlyArray<string>;
  readonly cells: ReadonlyArray<Cell>;
}

/** The bare writes of payments: a job and a payout for each, in one transaction. */
const bareWriter = (connection: Database, row: PayoutRow): WriteBare => {
  const run = runner(connection);
  const marks = (count: number): string => Array.from({ length: count }, () => '?').join(', ');
  const payout = `INSERT INTO payouts (${row.columns.join(', ')}) VALUES (${marks(row.columns.length)})`;
  const at = (name: string): number => row.columns.indexOf(name);
  const job = `INSERT INTO jobs (job_id, bank_id, corporate_id, api_ref, initiated_by, requested_at,
    total, status, sequence) VALUES (${marks(9)})`;
  let made = 0;

  return async (count) => {
    await run('BEGIN IMMEDIATE');
    for (let i = 0; i < count; i += 1) {
      made += 1;
      const id = `bare-${String(made)}`;
      const cells = [...row.cells];
      cells[at('payout_id')] = id;
      cells[at('job_id')] = id;
      cells[at('reference')] = id;
      cells[at('live_reference')] = id;
      await run(job, [id, 'bench-bank', 'bench', 'BENCH', 'u-erp', 1, 1, 'queued', 1]);
      await run(payout, cells);
    }
    await run('COMMIT');
  };
};

const perSecond = (ms: number): number => (REQUESTS * 1_000) / ms;

/** Does something with bare writes to an empty database; answers what that answers. */
const withWriter = async (
  row: PayoutRow,
  work: (write: WriteBare) => Promise<number>,
): Promise<number> => {
  const database = await sqliteDatabase();
  const driver = driverOf(database.db);
  const connection = await driver.acquireConnection();
  const result = await work(bareWriter(connection, row));
  await driver.releaseConnection(connection);
  await database.close();
  return result;
};

/** Payments a second in a transaction each, one after another, as fast as the driver goes. */
const bareRate = (row: PayoutRow): Promise<number> =>
  withWriter(row, async (write) => {
    const startedAt = performance.now();
    for (let i = 0; i < REQUESTS; i += 1) await write(1);
    return perSecond(performance.now() - startedAt);
  });

/** One-row batches of 32 callers against a fresh service, and the bare two inserts under it. SQLite. */
export const smallWritesRound = async (client: Client): Promise<SmallWritesRound> => {
  const stand = await openStand(sqliteDatabase);
  const { url, apiKey, payees } = stand;
  const bodies = Array.from({ length: REQUESTS }, (_, i) =>
    JSON.stringify(benchBatch(payees, 1, `S${String(i)}`)),
  );
  const rush = (to: string): Promise<number> =>
    client.rush({ url: to, apiKey, bodies, callers: CALLERS, prefix: 'small' });
  const service = perSecond(await rush(url));
  await stand.engine.runDue();
  const { orders } = await readLeavings(stand.database.db);
  await stand.close();
  const row = { columns: orders.columns, cells: orders.cells[0] ?? [] };
  const http = await withWriter(row, async (write) => {
    const server = await openBareWrites(write);
    const took = await rush(server.url);
    await server.close();
    return perSecond(took);
  });
  return { service, floor: await bareRate(row), http };
};
