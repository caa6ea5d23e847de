import { E, type Hundi, type Tenant } from '@hundi/core';
import { bankRefOf } from '@hundi/core/rail';
import type { DutyName, Stores } from '@hundi/core/storage';
import { behaviours, createSandbox, demoDocument, type Sandbox } from '@hundi/testkit';
import { postgresUrl } from '@hundi/testkit/contract';
import test from 'ava';
import { freshPostgres } from './fresh.test.support.js';
import { knexStorage } from './knex-storage.js';
import { meeting, watchingDeadlocks } from './rings.test.support.js';

const url = await postgresUrl();

/** The demo document, with a daily limit for every package that no test reaches. */
const withLimits = () => {
  const document = demoDocument();
  for (const { corporates } of document.bankTenants)
    for (const { packages = [] } of corporates)
      for (const one of packages) Object.assign(one, { dailyAmountLimit: 900_000_000_000_000 });
  return document;
};

const duty = async (engine: Hundi, name: DutyName): Promise<void> => {
  await engine.duties.find((one) => one.name === name)?.run();
};

const SMALL = { beneId: 'SHARMA01', amount: 50_000 };
/** Awaits approval. */
const LARGE = { beneId: 'SHARMA01', amount: 2_000_000 };
/** The bank refuses it. */
const REFUSED = { beneId: 'CLOSED01', amount: 50_000 };

/** Accepts a batch of payouts. */
const accept = async (
  { engine, beneficiary, clock }: Sandbox,
  tenant: Tenant,
  key: string,
  rows: ReadonlyArray<typeof SMALL>,
) => {
  const payments = [];
  for (const { beneId, amount } of rows)
    payments.push({
      transactionReference: `${key}-${String(payments.length)}`,
      beneficiaryId: await beneficiary(beneId, tenant),
      packageCode: 'VENDOR',
      amount,
    });
  const batch = { initiatedByUserId: 'u-maker', apiRefNumber: key, payments };
  const accepted = await engine.acceptBatch(tenant, { key, batch });
  if (E.isLeft(accepted)) throw new Error(`refused: ${accepted.left._tag}`);
  clock.advance(1);
  return accepted.right.answer;
};

/** Rows that a cancellation writes between two turns of other requests. */
const ROWS_A_TURN = 250;

const LEDGER = 'https://ledger.example.com/hooks';

const run = url === undefined ? test.skip : test.serial;

run(
  'PostgreSQL: two workers that judge payouts of the same corporates hold their limits in the same order',
  async (t) => {
    const { db, storage, close } = await freshPostgres(url ?? '');
    t.teardown(close);
    const sandbox = await createSandbox({ storage, document: withLimits() });
    const acme = sandbox.tenant;
    const globex = { ...acme, corporateTenantId: 'globex' } as Tenant;
    const limits = meeting(db);
    const meetAtLimits = (stores: Stores): Stores => ({
      ...stores,
      payouts: {
        ...stores.payouts,
        holdLimits: async (...args) => {
          const used = await stores.payouts.holdLimits(...args);
          await limits.come();
          return used;
        },
      },
    });
    const one = watchingDeadlocks(knexStorage(db), meetAtLimits);
    const two = watchingDeadlocks(knexStorage(db), meetAtLimits);
    await accept(sandbox, acme, 'acme-1', [SMALL]);
    await accept(sandbox, globex, 'globex-2', [SMALL]);
    const judging = duty(sandbox.another({ storage: one }), 'process-jobs');
    await limits.first;
    await accept(sandbox, globex, 'globex-1', [SMALL]);
    await accept(sandbox, acme, 'acme-2', [SMALL]);
    await Promise.all([judging, duty(sandbox.another({ storage: two }), 'process-jobs')]);

    t.is(one.deadlocks() + two.deadlocks(), 0);
  },
);

run(
  'PostgreSQL: the cancellation of a job holds all of its payouts before it frees a limit, as the worker does that records refusals',
  async (t) => {
    const { db, storage, close } = await freshPostgres(url ?? '');
    t.teardown(close);
    const sandbox = await createSandbox({ storage, document: withLimits() });
    const rows = [...Array.from({ length: ROWS_A_TURN }, () => LARGE), REFUSED];
    const { jobId } = await accept(sandbox, sandbox.tenant, 'job', rows);
    await duty(sandbox.engine, 'process-jobs');

    const ends = meeting(db);
    const recording = watchingDeadlocks(knexStorage(db), ({ work, ...stores }) => ({
      ...stores,
      work: {
        ...work,
        held: async (...args) => {
          const held = await work.held(...args);
          await ends.come();
          return held;
        },
      },
    }));
    const cancelling = watchingDeadlocks(knexStorage(db), ({ payouts, ...stores }) => ({
      ...stores,
      payouts: {
        ...payouts,
        useLimits: async (...args) => {
          await payouts.useLimits(...args);
          await ends.come();
        },
      },
    }));
    const sending = duty(sandbox.another({ storage: recording }), 'send-to-bank');
    await ends.first;
    const by = { kind: 'user', userId: 'u-maker' } as const;
    const cancelled = await sandbox
      .another({ storage: cancelling })
      .cancelJob(sandbox.tenant, { jobId, by });
    await sending;

    t.true(E.isRight(cancelled));
    t.is(recording.deadlocks() + cancelling.deadlocks(), 0);
    const statuses = await db('payouts').select('status').count('* as count').groupBy('status');
    t.deepEqual(
      new Map(statuses.map(({ status, count }) => [status, Number(count)])),
      new Map([
        ['cancelled', ROWS_A_TURN],
        ['failed', 1],
      ]),
    );
  },
);

run(
  "PostgreSQL: the bank's report on a forgotten payout holds its work before the payout, as the worker does that claims it",
  async (t) => {
    const { db, storage, close } = await freshPostgres(url ?? '');
    t.teardown(close);
    const sandbox = await createSandbox({ storage });
    const { transactions } = await accept(sandbox, sandbox.tenant, 'job', [SMALL]);
    await duty(sandbox.engine, 'process-jobs');
    await sandbox.engine.askBeforeSending();
    const [transactionId] = transactions.map((one) => one.transactionId);
    if (transactionId === undefined) throw new Error('a batch of no payout');

    const holds = meeting(db);
    const reported = watchingDeadlocks(knexStorage(db), ({ payouts, ...stores }) => ({
      ...stores,
      payouts: {
        ...payouts,
        hold: async (...args) => {
          await payouts.hold(...args);
          await holds.come();
        },
      },
    }));
    const claiming = watchingDeadlocks(knexStorage(db), ({ work, ...stores }) => ({
      ...stores,
      work: {
        ...work,
        claim: async (...args) => {
          const claimed = await work.claim(...args);
          await holds.come();
          return claimed;
        },
      },
    }));
    const verdict = { kind: 'paid', utr: 'UTR', bankReference: 'B' } as const;
    const report = { reportId: 'report', bankRef: bankRefOf(transactionId), verdict };
    const taken = sandbox.another({ storage: reported }).takeBankReports([report]);
    await holds.first;
    await duty(sandbox.another({ storage: claiming }), 'send-to-bank');

    t.like(await taken, { taken: 1 });
    t.is(reported.deadlocks() + claiming.deadlocks(), 0);
    t.deepEqual(await db('payouts').select('status'), [{ status: 'paid' }]);
  },
);

run(
  'PostgreSQL: a worker that disables an endpoint holds the corporate before its work, as the person does that changes the endpoint',
  async (t) => {
    const { db, storage, close } = await freshPostgres(url ?? '');
    t.teardown(close);
    const sandbox = await createSandbox({ storage });
    const { engine, tenant, receivers } = sandbox;
    const actorUserId = 'u-admin';
    const created = await engine.createWebhookEndpoint(tenant, {
      actorUserId,
      url: LEDGER,
      eventTypes: ['*'],
    });
    if (E.isLeft(created)) throw new Error(`refused: ${created.left._tag}`);
    const { endpointId } = created.right.endpoint;
    receivers.behave(LEDGER, behaviours.gone);
    await accept(sandbox, tenant, 'job', [SMALL]);
    for (const name of ['process-jobs', 'seal-journal'] as const) await duty(engine, name);

    const holds = meeting(db);
    const recording = watchingDeadlocks(knexStorage(db), ({ work, ...stores }) => ({
      ...stores,
      work: {
        ...work,
        held: async (...args) => {
          const held = await work.held(...args);
          await holds.come();
          return held;
        },
      },
    }));
    const changing = watchingDeadlocks(knexStorage(db), ({ tenancy, ...stores }) => ({
      ...stores,
      tenancy: {
        ...tenancy,
        holdCorporate: async (...args) => {
          const held = await tenancy.holdCorporate(...args);
          await holds.come();
          return held;
        },
      },
    }));
    const delivering = duty(sandbox.another({ storage: recording }), 'deliver-webhooks');
    await holds.first;
    const changed = await sandbox
      .another({ storage: changing })
      .changeWebhookEndpoint(tenant, { actorUserId, endpointId, description: 'the ledger' });
    await delivering;

    t.is(recording.deadlocks() + changing.deadlocks(), 0);
    t.like(changed, { right: { description: 'the ledger', disabledBy: 'gone' } });
  },
);
