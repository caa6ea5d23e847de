import { setTimeout } from 'node:timers/promises';
import { bankRefOf } from '@hundi/core/rail';
import { E, type Storage } from '@hundi/core';
import { createSandbox } from '@hundi/testkit';
import { postgresUrl } from '@hundi/testkit/contract';
import test from 'ava';
import { freshPostgres } from './fresh.test.support.js';
import { knexStorage } from './knex-storage.js';

const url = await postgresUrl();

const PAID = 20;
/** The unit of work runs so often at most. */
const REPORTS = 15;

(url === undefined ? test.skip : test)(
  "PostgreSQL: the bank's answers are recorded, however many of its own reports on them come meanwhile",
  async (t) => {
    const { db, close } = await freshPostgres(url ?? '');
    t.teardown(close);
    const storage = knexStorage(db);
    const sandbox = await createSandbox({ storage, traits: { canQuery: false } });
    const { engine, tenant, bank } = sandbox;
    const good = await sandbox.beneficiary('SHARMA01');
    const refused = await sandbox.beneficiary('CLOSED01');
    const payments = Array.from({ length: PAID + 1 }, (_, i) => ({
      transactionReference: `REF-${String(i)}`,
      beneficiaryId: i < PAID ? good : refused,
      packageCode: 'VENDOR',
      amount: 50_000,
    }));
    const batch = { initiatedByUserId: 'u-maker', apiRefNumber: 'RUN', payments };
    const posted = await engine.acceptBatch(tenant, { key: 'k', batch });
    if (E.isLeft(posted)) throw new Error('refused');
    const ids = posted.right.answer.transactions.map(({ transactionId }) => transactionId);

    const unreported = ids.slice(0, REPORTS);
    const reports: Promise<unknown>[] = [];
    const report = (): Promise<unknown> => {
      const id = unreported.shift();
      if (id === undefined) return Promise.resolve();
      const verdict = { kind: 'paid', utr: 'UTR', bankReference: 'B' } as const;
      const taken = engine.takeBankReports([
        { reportId: `report ${id}`, bankRef: bankRefOf(id), verdict },
      ]);
      reports.push(taken);
      return taken;
    };
    const isBlocked = async (): Promise<boolean> => {
      const { rows } = await db.raw<{ readonly rows: ReadonlyArray<unknown> }>(
        `SELECT 1 FROM pg_stat_activity
          WHERE datname = current_database() AND wait_event_type = 'Lock'`,
      );
      return rows.length > 0;
    };
    /** Another report is taken, or waits for the unit of work. */
    const reportBeside = async (): Promise<void> => {
      const taken = report().then(() => true);
      const look = async () => (await isBlocked()) || setTimeout(1, false);
      while (!(await Promise.race([taken, look()])));
    };

    let hasAnswered = false;
    const reportedOn: Storage = {
      ...storage,
      atomically: (work, options) =>
        storage.atomically((stores) => {
          const { payouts } = stores;
          const findMany: typeof payouts.findMany = async (tenant, wanted) => {
            const found = await payouts.findMany(tenant, wanted);
            if (hasAnswered) await reportBeside();
            return found;
          };
          return work({ ...stores, payouts: { ...payouts, findMany } });
        }, options),
    };
    const worker = sandbox.another({
      storage: reportedOn,
      bankRail: {
        ...bank.rail,
        submit: async (orders) => {
          const answers = await bank.rail.submit(orders);
          await report();
          hasAnswered = true;
          return answers;
        },
      },
    });
    await worker.runDue();
    await Promise.all(reports);

    const read = await Promise.all(
      ids.map((transactionId) => engine.getTransaction(tenant, { transactionId })),
    );
    const statuses = read.map((one) => (E.isRight(one) ? one.right.status : 'none'));
    t.deepEqual(statuses, [...Array.from({ length: PAID }, () => 'paid'), 'failed']);
  },
);
