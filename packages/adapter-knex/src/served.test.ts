import { E } from '@hundi/core';
import { createSandbox, fakePacer } from '@hundi/testkit';
import { postgresUrl } from '@hundi/testkit/contract';
import test from 'ava';
import { freshFile, freshPostgres, type Fresh } from './fresh.test.support.js';

const url = await postgresUrl();

const MINUTE = 60_000;

const suite = (name: string, fresh: () => Promise<Fresh>, run: typeof test.serial): void => {
  run(
    `${name}: a worker that a newer schema does not serve claims nothing, says why, and goes on once it is served`,
    async (t) => {
      const { db, storage, close } = await fresh();
      t.teardown(close);
      const sandbox = await createSandbox({ storage });
      const { engine, tenant, clock } = sandbox;
      const pacer = fakePacer();
      let failed: (message: string) => void = () => undefined;
      let judged: () => void = () => undefined;
      const worker = sandbox.another({ pacer }).startWorker({
        onError: (activity, error) => {
          if (activity === 'process-jobs') failed((error as Error).message);
        },
        onRun: ({ duty, items }) => {
          if (duty === 'process-jobs' && items > 0) judged();
        },
      });
      t.teardown(() => worker.stop());
      const pay = async (key: string): Promise<void> => {
        const payment = {
          transactionReference: key,
          beneficiaryId: await sandbox.beneficiary('SHARMA01'),
          ...{ packageCode: 'VENDOR', amount: 50_000 },
        };
        const batch = { initiatedByUserId: 'u-maker', apiRefNumber: key, payments: [payment] };
        t.true(E.isRight(await engine.acceptBatch(tenant, { key, batch })));
        pacer.wake();
      };
      const nextJudged = () => new Promise<void>((resolve) => (judged = resolve));
      const nextFailure = () => new Promise<string>((resolve) => (failed = resolve));

      await Promise.all([nextJudged(), pay('before')]);
      const kept = await db('hundi_schema').select('*');
      await db.raw('UPDATE hundi_schema SET version = version + 1, serves = version + 1');
      const [why] = await Promise.all([nextFailure(), pay('meanwhile')]);
      t.regex(why, /^the schema is at version \d+, newer than this program's .*newer program$/);
      const due = await storage.read(({ work }) => work.earliest('process-jobs', 2));
      t.deepEqual(
        due.map(({ attempts }) => attempts),
        [0],
      );

      await db('hundi_schema').update(kept[0] ?? {});
      clock.advance(MINUTE);
      const judgedAgain = nextJudged();
      pacer.wake();
      await judgedAgain;
    },
  );
};

suite('SQLite', freshFile, test.serial);
suite(
  'PostgreSQL',
  () => freshPostgres(url ?? ''),
  (url === undefined ? test.skip : test.serial) as typeof test.serial,
);
