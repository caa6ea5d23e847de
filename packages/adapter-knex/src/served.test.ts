import { E } from '@hundi/core';
import { createSandbox, fakePacer } from '@hundi/testkit';
import { postgresUrl } from '@hundi/testkit/contract';
import test from 'ava';
import { freshFile, freshPostgres, type Fresh } from './fresh.test.support.js';

const url = await postgresUrl();

const MINUTE = 60_000;

/** What a newer version of the schema that serves no older program says of itself. */
const REPLACE = 'UPDATE hundi_schema SET version = version + 1, serves = version + 1';

const WHY = /^the schema is at version \d+, newer than this program's .*: start a newer program$/;

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
          packageCode: 'VENDOR',
          amount: 50_000,
        };
        const batch = { initiatedByUserId: 'u-maker', apiRefNumber: key, payments: [payment] };
        t.true(E.isRight(await engine.acceptBatch(tenant, { key, batch })));
        pacer.wake();
      };
      const nextJudged = () => new Promise<void>((resolve) => (judged = resolve));
      const nextFailure = () => new Promise<string>((resolve) => (failed = resolve));

      await Promise.all([nextJudged(), pay('before')]);
      const kept = await db('hundi_schema').select('*');
      await db.raw(REPLACE);
      const [why] = await Promise.all([nextFailure(), pay('meanwhile')]);
      t.regex(why, WHY);
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

  run(`${name}: a program that a newer schema does not serve claims no journal`, async (t) => {
    const { db, storage, close } = await fresh();
    t.teardown(close);
    const { tenant } = await createSandbox({ storage });
    const claim = () =>
      storage.atomically<never, number>(async ({ seals }) =>
        E.right((await seals.claim([tenant], Date.UTC(2030, 0), MINUTE)).length),
      );
    t.deepEqual(await claim(), E.right(1));

    await db('journal_heads').update({ leased_until: 0 });
    await db.raw(REPLACE);
    await t.throwsAsync(claim(), { message: WHY });
    t.deepEqual(await db('journal_heads').max('leased_until as until'), [
      { until: name === 'SQLite' ? 0 : '0' },
    ]);
  });
};

suite('SQLite', freshFile, test.serial);
suite(
  'PostgreSQL',
  () => freshPostgres(url ?? ''),
  (url === undefined ? test.skip : test.serial) as typeof test.serial,
);
