import { E, type Hundi, type Tenant } from '@hundi/core';
import type { DutyName, Stores } from '@hundi/core/storage';
import { createSandbox, demoDocument, type Sandbox } from '@hundi/testkit';
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

/** Accepts a batch of payouts, and answers their ids. */
const accept = async (
  { engine, beneficiary, clock }: Sandbox,
  tenant: Tenant,
  key: string,
  size = 1,
  beneId = 'SHARMA01',
) => {
  const beneficiaryId = await beneficiary(beneId, tenant);
  const payments = Array.from({ length: size }, (_, i) => ({
    transactionReference: `${key}-${String(i)}`,
    ...{ beneficiaryId, packageCode: 'VENDOR', amount: 50_000 },
  }));
  const batch = { initiatedByUserId: 'u-maker', apiRefNumber: key, payments };
  const accepted = await engine.acceptBatch(tenant, { key, batch });
  if (E.isLeft(accepted)) throw new Error(`refused: ${accepted.left._tag}`);
  clock.advance(1);
  return accepted.right.answer;
};

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
    await accept(sandbox, acme, 'acme-1');
    await accept(sandbox, globex, 'globex-2');
    const judging = duty(sandbox.another({ storage: one }), 'process-jobs');
    await limits.first;
    await accept(sandbox, globex, 'globex-1');
    await accept(sandbox, acme, 'acme-2');
    await Promise.all([judging, duty(sandbox.another({ storage: two }), 'process-jobs')]);

    t.is(one.deadlocks() + two.deadlocks(), 0);
  },
);
